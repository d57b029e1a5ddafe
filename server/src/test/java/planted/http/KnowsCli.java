package planted.http;

/// Planted for the floor plan's own test.
public final class KnowsCli {
    public static final Class<?> KNOWN = planted.cli.Words.class;

    private KnowsCli() {}
}
