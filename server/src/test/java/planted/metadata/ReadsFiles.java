package planted.metadata;

/// Planted for the floor plan's own test.
public final class ReadsFiles {
    public static final Class<?> KNOWN = java.io.File.class;

    private ReadsFiles() {}
}
