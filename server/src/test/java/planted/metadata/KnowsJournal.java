package planted.metadata;

/// Planted for the floor plan's own test.
public final class KnowsJournal {
    public static final Class<?> KNOWN = planted.journal.Tape.class;

    private KnowsJournal() {}
}
