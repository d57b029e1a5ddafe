package planted.catalog;

/// Planted for the floor plan's own test.
public final class KnowsHelidon {
    public static final Class<?> KNOWN = io.helidon.webserver.WebServer.class;

    private KnowsHelidon() {}
}
