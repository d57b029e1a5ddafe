package planted.session;

/// Planted for the floor plan's own test.
public final class ReadsFiles {
    public static final Class<?> KNOWN = java.nio.file.Files.class;

    private ReadsFiles() {}
}
