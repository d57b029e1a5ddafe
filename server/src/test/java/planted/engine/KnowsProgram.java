package planted.engine;

/// Planted for the floor plan's own test.
public final class KnowsProgram {
    public static final Class<?> KNOWN = planted.engine.codex.Codex.class;

    private KnowsProgram() {}
}
