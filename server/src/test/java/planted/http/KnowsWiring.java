package planted.http;

/// Planted for the floor plan's own test.
public final class KnowsWiring {
    public static final Class<?> KNOWN = planted.wiring.update.Updating.class;

    private KnowsWiring() {}
}
