package dev.svc.server.terminal.vt;

import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The modes in force at a place of the stream: a fresh terminal needs them before it can show what follows.
public final class Modes {
    private static final int ALTERNATE = 1049;
    private static final int BRACKETED_PASTE = 2004;
    private static final int MAX_TITLE = 120;

    /// On in a fresh terminal: wrapping and the cursor.
    private static final Set<Integer> ON_AT_FIRST = Set.of(7, 25);

    /// Cursor keys, reverse, origin, mouse and its encodings, focus reports, bracketed paste.
    private static final Set<Integer> KEPT =
            Set.of(1, 5, 6, 7, 25, 9, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1007, BRACKETED_PASTE, 2031);

    private final SortedSet<Integer> changed = new TreeSet<>();
    private final SortedMap<String, String> keyboards = new TreeMap<>();
    private boolean alternate;
    private boolean keypad;
    private String title = "";

    public boolean isAlternate() {
        return alternate;
    }

    /// Whether the program takes a paste in brackets, as one piece.
    public boolean isPasteWhole() {
        return changed.contains(BRACKETED_PASTE);
    }

    public String title() {
        return title;
    }

    void title(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", "");
        title = clean.substring(0, Math.min(clean.length(), MAX_TITLE));
    }

    void reset() {
        soften();
        alternate = false;
        title = "";
    }

    void soften() {
        changed.clear();
        keyboards.clear();
        keypad = false;
    }

    void keypad(boolean on) {
        keypad = on;
    }

    void keyboard(String kind, String sequence) {
        if (sequence.isEmpty()) {
            keyboards.remove(kind);
        } else {
            keyboards.put(kind, sequence);
        }
    }

    /// Sets a private mode and says whether this switched between the two screens.
    boolean set(int mode, boolean on) {
        if (mode == ALTERNATE || mode == 1047 || mode == 47) {
            boolean switched = alternate != on;
            alternate = on;
            return switched;
        }
        if (KEPT.contains(mode)) {
            if (on == ON_AT_FIRST.contains(mode)) {
                changed.remove(mode);
            } else {
                changed.add(mode);
            }
        }
        return false;
    }

    /// The control sequences that bring a fresh terminal to these modes; empty when it is there already.
    public String sequences() {
        var out = new StringBuilder();
        if (alternate) {
            out.append("\u001b[?1049h");
        }
        changed.forEach(mode -> out.append("\u001b[?").append(mode).append(ON_AT_FIRST.contains(mode) ? 'l' : 'h'));
        if (keypad) {
            out.append("\u001b=");
        }
        keyboards.values().forEach(out::append);
        if (!title.isEmpty()) {
            out.append("\u001b]2;").append(title).append('\u0007');
        }
        return out.toString();
    }
}
