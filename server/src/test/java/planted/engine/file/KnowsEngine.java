package planted.engine.file;

/// Planted for the floor plan's own test.
public final class KnowsEngine {
    public static final Class<?> KNOWN = planted.engine.Store.class;

    private KnowsEngine() {}
}
