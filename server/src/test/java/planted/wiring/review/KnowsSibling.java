package planted.wiring.review;

/// Planted for the floor plan's own test.
public final class KnowsSibling {
    public static final Class<?> KNOWN = planted.wiring.update.Updating.class;

    private KnowsSibling() {}
}
