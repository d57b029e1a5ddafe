package dev.svc.server.change;

/// One line of a strangers' text, as it may be shown. In a diff nothing may vanish: what would act on a screen, or make
/// text appear in another order, is shown as a mark.
public final class ShownText {
    public static final int LONGEST = 4_000;
    private static final char PICTURES = '\u2400';
    private static final char DELETED = '\u2421';
    private static final char MARK = '\ufffd';

    private ShownText() {}

    public static String of(String text) {
        return of(text, text.length());
    }

    /// The same of a text whose end is not at hand.
    ///
    /// @param length of the whole text
    public static String of(String text, int length) {
        int odd = 0;
        while (odd < text.length() && odd < LONGEST && isPlain(text, odd)) {
            odd++;
        }
        if (odd == length) {
            return text;
        }
        int end = Math.min(text.length(), LONGEST);
        end -= end < length && end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
        var shown = new StringBuilder(text.length() > LONGEST ? LONGEST + 40 : text.length());
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
                shown.append(c).append(text.charAt(++i));
            } else {
                shown.append(isPlain(text, i) ? c : mark(c));
            }
        }
        if (end < length) {
            shown.append("… (").append(length - end).append(" more characters)");
        }
        return shown.toString();
    }

    private static char mark(char c) {
        if (c < ' ') {
            return (char) (PICTURES + c);
        }
        return c == '\u007f' ? DELETED : MARK;
    }

    private static boolean isPlain(String text, int at) {
        char c = text.charAt(at);
        return (c >= ' ' && c < '\u007f') || c == '\t' || (c >= '\u00a0' && !acts(c));
    }

    private static boolean acts(char c) {
        return Character.isSurrogate(c)
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u200e'
                || c == '\u200f'
                || c == '\u061c';
    }
}
