package planted.cli;

/// Planted for the floor plan's own test.
public final class KnowsHttp {
    public static final Class<?> KNOWN = planted.http.Table.class;

    private KnowsHttp() {}
}
