package dev.svc.server.transcript.markdown;

/// Rejects texts that are too expensive for a Markdown parser before parsing, in one pass. Expensive paragraphs are
/// left to `BoundedInlines`.
public final class Markup {
    public static final int LONGEST = 32 << 10;

    /// Whether a table begins is asked at each line of a paragraph, with all its lines before.
    private static final int MOST_LINES = 4_000;

    /// Each line of a table has all columns of the first, whether it names them or not.
    private static final int MOST_CELLS = 50_000;

    /// A paragraph that begins with a bracket is read as definitions of links, again with each of its lines.
    private static final int MOST_BRACKETS = 400;

    /// A line that begins with a tag is matched by an expression that calls itself for each attribute.
    private static final int LONGEST_TAG = 4_000;

    private final String text;
    private int lines;
    private int bracketed;
    private int mostBars;
    private boolean longTag;

    private Markup(String text) {
        this.text = text;
    }

    static boolean isFit(String text) {
        return text.length() <= LONGEST && new Markup(text).isFit();
    }

    private boolean isFit() {
        for (int start = 0; start < text.length(); lines++) {
            int feed = text.indexOf('\n', start);
            int end = feed < 0 ? text.length() : feed;
            line(start, end);
            start = end + 1;
        }
        return lines <= MOST_LINES && (long) mostBars * lines <= MOST_CELLS && bracketed <= MOST_BRACKETS && !longTag;
    }

    private void line(int start, int end) {
        int at = start;
        while (at < end && isBeforeBlock(text.charAt(at))) {
            at++;
        }
        if (at < end) {
            bracketed += text.charAt(at) == '[' ? 1 : 0;
            longTag |= text.charAt(at) == '<' && end - at > LONGEST_TAG;
        }
        int bars = 0;
        for (int i = at; i < end; i++) {
            bars += text.charAt(i) == '|' ? 1 : 0;
        }
        mostBars = Math.max(mostBars, bars);
    }

    /// Blanks, and the marks of quotes and lists.
    private static boolean isBeforeBlock(char c) {
        return c <= ' '
                || c == '>'
                || c == '-'
                || c == '+'
                || c == '*'
                || c == '.'
                || c == ')'
                || (c >= '0' && c <= '9');
    }
}
