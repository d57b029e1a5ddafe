package planted.engine.claudecode;

/// Planted for the floor plan's own test.
public final class KnowsSibling {
    public static final Class<?> KNOWN = planted.engine.codex.Codex.class;

    private KnowsSibling() {}
}
