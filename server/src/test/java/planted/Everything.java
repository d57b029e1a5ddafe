package planted;

/// Planted for the floor plan's own test.
public final class Everything {
    public static final Class<?> KNOWN = planted.http.Table.class;

    private Everything() {}
}
