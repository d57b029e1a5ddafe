package planted.wiring.review;

/// Planted for the floor plan's own test.
public final class KnowsRoot {
    public static final Class<?> KNOWN = planted.Everything.class;

    private KnowsRoot() {}
}
