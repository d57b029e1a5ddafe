package planted.catalog;

/// Planted for the floor plan's own test.
public final class KnowsTerminal {
    public static final Class<?> KNOWN = planted.terminal.Screen.class;

    private KnowsTerminal() {}
}
