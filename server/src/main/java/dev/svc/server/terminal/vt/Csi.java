package dev.svc.server.terminal.vt;

import java.util.Arrays;

/// A control sequence as the parser has just read it; valid only during the call that hands it over.
public final class Csi {
    private static final int MAX_PARAMETERS = 16;
    private static final int MAX_VALUE = 65_535;

    private final int[] values = new int[MAX_PARAMETERS];
    private int count;
    private int prefix;
    private int intermediate;
    private int last;

    void begin() {
        Arrays.fill(values, -1);
        count = 0;
        prefix = 0;
        intermediate = 0;
    }

    void prefix(int character) {
        prefix = character;
    }

    void intermediate(int character) {
        intermediate = character;
    }

    void digit(int digit) {
        count = Math.max(count, 1);
        int at = count - 1;
        values[at] = Math.min(MAX_VALUE, Math.max(0, values[at]) * 10 + digit);
    }

    void separator() {
        count = Math.min(MAX_PARAMETERS, Math.max(count, 1) + 1);
    }

    Csi ended(int character) {
        last = character;
        return this;
    }

    /// The character that says what is asked for: `m`, `h`, `J` …
    public int last() {
        return last;
    }

    /// `?`, `>`, `<` or `=` in front of the parameters, else 0.
    public int prefix() {
        return prefix;
    }

    /// The character between parameters and end, else 0.
    public int intermediate() {
        return intermediate;
    }

    public int count() {
        return count;
    }

    /// The parameter, or the fallback where it was left out.
    public int parameter(int index, int fallback) {
        return index < count && values[index] >= 0 ? values[index] : fallback;
    }

    /// The parameter as a distance: left out and zero both mean one.
    public int distance(int index) {
        return Math.max(1, parameter(index, 1));
    }
}
