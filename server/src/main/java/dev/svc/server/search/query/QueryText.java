package dev.svc.server.search.query;

import dev.svc.shared.text.PlainText;
import java.util.Optional;

/// The text of a query and how far it has been read. Positions are in UTF-16 units.
final class QueryText {
    private static final String QUOTES = "\"“”„";
    private static final int LONGEST_QUOTED = 40;

    private final String text;
    private int at;

    QueryText(String text) {
        this.text = text;
    }

    int length() {
        return text.length();
    }

    int position() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    String from(int start) {
        return text.substring(start, at);
    }

    /// Goes on to the next part; false when there is none.
    boolean skipBlanks() {
        while (at < text.length() && isBlank(at)) {
            at++;
        }
        return at < text.length();
    }

    /// Whether nothing of a part stands there: a blank, or the end.
    boolean isBlank(int position) {
        if (position >= text.length()) {
            return true;
        }
        char c = text.charAt(position);
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }

    boolean has(int position, char c) {
        return position < text.length() && text.charAt(position) == c;
    }

    boolean skip(char c) {
        boolean there = has(at, c);
        at += there ? 1 : 0;
        return there;
    }

    /// A minus takes back what stands right behind it. Alone, or before another one (`--force`), it is a word's.
    boolean skipMinus() {
        return !isBlank(at + 1) && !has(at + 1, '-') && skip('-');
    }

    boolean isQuote() {
        return at < text.length() && QUOTES.indexOf(text.charAt(at)) >= 0;
    }

    /// Reads what stands between the quote here and the next one of any kind, without blanks around it.
    String quoted() throws BadQueryException {
        int start = at++;
        while (!isQuote()) {
            if (at == text.length()) {
                throw refused(start, "a quote opens that nothing closes: end the phrase with \".");
            }
            at++;
        }
        int end = at++;
        int from = start + 1;
        while (from < end && isBlank(from)) {
            from++;
        }
        int to = end;
        while (to > from && isBlank(to - 1)) {
            to--;
        }
        return text.substring(from, to);
    }

    /// Reads up to the next blank.
    String word() {
        int start = at;
        while (!isBlank(at)) {
            at++;
        }
        return from(start);
    }

    /// Reads up to the next blank or comma.
    String listed() {
        int start = at;
        while (!isBlank(at) && !has(at, ',')) {
            at++;
        }
        return from(start);
    }

    /// Reads a known key and its colon. Two colons are something of a program: `model::Row` is a word.
    Optional<FilterKey> key() {
        int end = at;
        while (end <= at + FilterKey.LONGEST && end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        if (!isColon(end) || isColon(end + 1)) {
            return Optional.empty();
        }
        var key = FilterKey.named(text.substring(at, end));
        if (key.isPresent()) {
            at = end + 1;
        }
        return key;
    }

    private boolean isColon(int position) {
        return has(position, ':') || has(position, '：');
    }

    BadQueryException refused(int position, String sentence) {
        return new BadQueryException(text, position, sentence);
    }

    /// What somebody typed, for a sentence that names it.
    static String named(String typed) {
        String line = PlainText.line(typed);
        int length = line.codePointCount(0, line.length());
        return length <= LONGEST_QUOTED
                ? "\"" + line + "\""
                : "\"" + line.substring(0, line.offsetByCodePoints(0, LONGEST_QUOTED)) + "…\"";
    }
}
