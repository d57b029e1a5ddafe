package planted.terminal;

/// Planted for the floor plan's own test.
public final class KnowsCatalog {
    public static final Class<?> KNOWN = planted.catalog.Rows.class;

    private KnowsCatalog() {}
}
