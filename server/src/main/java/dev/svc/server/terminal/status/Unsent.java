package dev.svc.server.terminal.status;

/// Whether somebody has typed something since the last Enter, as far as keys tell: what a program has put there itself,
/// such as a text of its history, is not known. Guarded by its owner.
///
/// Reports of mice, focus and colours are no text, and neither are keys that move.
public final class Unsent {
    private static final int ESCAPE = 0x1b;
    private static final int BELL = 0x07;
    private static final int ENTER = '\r';
    private static final int PASTE = 200;
    private static final int PASTED = 201;
    private static final int MOST = 100_000;

    /// What brings an empty prompt back: Ctrl+C, Ctrl+U.
    private static final String CLEARING = "\u0003\u0015";

    private enum State {
        TEXT,
        ESCAPED,
        SEQUENCE,
        ONE_MORE,
        COMMAND,
        COMMAND_ESCAPED
    }

    private State state = State.TEXT;
    private int number;
    private boolean inPaste;
    private boolean typed;

    public boolean isThere() {
        return typed;
    }

    /// Keys of somebody, wherever they are cut.
    public void hear(byte[] keys) {
        for (byte key : keys) {
            hear(key & 0xff);
        }
    }

    private void hear(int key) {
        switch (state) {
            case TEXT -> text(key);
            case ESCAPED -> escaped(key);
            case SEQUENCE -> sequence(key);
            case ONE_MORE -> state = State.TEXT;
            case COMMAND -> state = key == ESCAPE ? State.COMMAND_ESCAPED : key == BELL ? State.TEXT : State.COMMAND;
            case COMMAND_ESCAPED -> state = key == '\\' ? State.TEXT : State.COMMAND;
        }
    }

    private void text(int key) {
        if (key == ESCAPE) {
            state = State.ESCAPED;
        } else if (inPaste) {
            typed = true;
        } else if (key == ENTER || CLEARING.indexOf(key) >= 0) {
            typed = false;
        } else if (key >= 0x20 && key != 0x7f) {
            typed = true;
        }
    }

    private void escaped(int key) {
        number = 0;
        state = switch (key) {
            case '[' -> State.SEQUENCE;
            case 'O' -> State.ONE_MORE;
            case ']', 'P', '_', '^', 'X' -> State.COMMAND;
            case ESCAPE -> State.ESCAPED;
            default -> State.TEXT;
        };
        if (key == ENTER) { // a line more
            typed = true;
        }
    }

    private void sequence(int key) {
        if (key >= '0' && key <= '9') {
            number = Math.min(number * 10 + key - '0', MOST);
        } else if (key >= '@' && key <= '~') {
            state = State.TEXT;
            if (key == '~' && (number == PASTE || number == PASTED)) {
                inPaste = number == PASTE;
            }
        } else {
            number = MOST; // several numbers: none of the two
        }
    }
}
