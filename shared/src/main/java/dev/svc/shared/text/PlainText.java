package dev.svc.shared.text;

/// Text without control sequences.
public final class PlainText {
    private static final char ESCAPE = 0x1b;
    private static final char BELL = 0x07;
    private static final char REPLACEMENT = '\ufffd';
    private static final int LONGEST_COMMAND = 4096;

    private PlainText() {}

    /// Line feeds and tabs stay; control sequences go whole, other control characters, invisible reorderings and halves
    /// of surrogate pairs one by one. Every kind of line break becomes a line feed.
    public static String of(String text) {
        int first = firstOdd(text);
        if (first == text.length()) {
            return text;
        }
        var plain = new StringBuilder(text.length()).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            i = text.charAt(i) == ESCAPE ? afterSequence(text, i + 1) : copy(text, i, plain);
        }
        return plain.toString();
    }

    /// The same on one line: what would break it or move on it becomes a blank.
    public static String line(String text) {
        return of(text).replace('\n', ' ').replace('\t', ' ');
    }

    /// Whether a text is on one line already and has nothing that would have to go.
    public static boolean isLine(String text) {
        return line(text).equals(text);
    }

    private static int firstOdd(String text) {
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isPlain(char c) {
        return (c >= 0x20 && c < 0x7f)
                || c == '\n'
                || c == '\t'
                || (c >= 0xa0 && !Character.isSurrogate(c) && !isReordering(c) && !isLineBreak(c));
    }

    /// Makes text appear in another order than it has.
    private static boolean isReordering(char c) {
        return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }

    private static boolean isLineBreak(char c) {
        return c == '\u2028' || c == '\u2029';
    }

    private static int copy(String text, int at, StringBuilder plain) {
        char c = text.charAt(at);
        if (isPlain(c)) {
            plain.append(c);
        } else if (isLineBreak(c) || (c == '\r' && !isAt(text, at + 1, '\n'))) {
            plain.append('\n');
        } else if (Character.isSurrogate(c)) {
            return copyPair(text, at, plain);
        }
        return at + 1;
    }

    private static int copyPair(String text, int at, StringBuilder plain) {
        int codePoint = text.codePointAt(at);
        if (Character.isSupplementaryCodePoint(codePoint)) {
            plain.appendCodePoint(codePoint);
            return at + 2;
        }
        plain.append(REPLACEMENT);
        return at + 1;
    }

    /// The index after the sequence that an escape begins; after the escape alone when the sequence is incomplete.
    private static int afterSequence(String text, int at) {
        if (at == text.length()) {
            return at;
        }
        return switch (text.charAt(at)) {
            case '[' -> afterControlSequence(text, at);
            case ']', 'P', 'X', '^', '_' -> afterString(text, at);
            default -> afterEscape(text, at);
        };
    }

    private static int afterControlSequence(String text, int start) {
        int i = skip(text, start + 1, '0', '?');
        i = skip(text, i, ' ', '/');
        return i < text.length() && text.charAt(i) >= '@' && text.charAt(i) <= '~' ? i + 1 : start;
    }

    /// A string that does not end soon is not a command, and must not swallow text.
    private static int afterString(String text, int start) {
        int limit = Math.min(text.length(), start + LONGEST_COMMAND);
        for (int i = start + 1; i < limit; i++) {
            if (text.charAt(i) == BELL) {
                return i + 1;
            }
            if (text.charAt(i) == ESCAPE) {
                return isAt(text, i + 1, '\\') ? i + 2 : i;
            }
        }
        return start;
    }

    private static int afterEscape(String text, int start) {
        int i = skip(text, start, ' ', '/');
        return i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '~' ? i + 1 : start;
    }

    private static int skip(String text, int from, char least, char most) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= least && text.charAt(i) <= most) {
            i++;
        }
        return i;
    }

    private static boolean isAt(String text, int at, char c) {
        return at < text.length() && text.charAt(at) == c;
    }
}
