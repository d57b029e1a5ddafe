package dev.svc.server.catalog.scan;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/// Removes case and accents from a text, so that words are found however they are written.
///
/// Most texts are ASCII, or nearly: the rest is folded in stretches, letters of Western Europe by a table.
public final class Folding {
    /// The accents of Latin, Greek and Cyrillic; the marks of other scripts are letters to those who read them.
    private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036f]+");

    private static final char FIRST_BEYOND_ASCII = 0x80;
    private static final String[] WESTERN = western();
    private static final char FIRST_IDEOGRAPH = 0x4e00;
    private static final char LAST_IDEOGRAPH = 0x9fff;

    private Folding() {}

    public static String fold(String text) {
        int simple = endOfAscii(text, 0);
        if (simple == text.length()) {
            return text.toLowerCase(Locale.ROOT);
        }
        var folded = new StringBuilder(text.length() + 8);
        int from = 0;
        while (from < text.length()) {
            int end = endOfAscii(text, from);
            for (int i = from; i < end; i++) {
                folded.append(lower(text.charAt(i)));
            }
            from = end < text.length() ? foldBeyond(text, end, folded) : end;
        }
        return folded.toString();
    }

    private static char lower(char ascii) {
        return ascii >= 'A' && ascii <= 'Z' ? (char) (ascii + ('a' - 'A')) : ascii;
    }

    /// Folds from a character that is not ASCII and returns where it stopped.
    private static int foldBeyond(String text, int from, StringBuilder folded) {
        char c = text.charAt(from);
        if (c - FIRST_BEYOND_ASCII < WESTERN.length) {
            folded.append(WESTERN[c - FIRST_BEYOND_ASCII]);
            return from + 1;
        }
        if (isIdeograph(c)) {
            folded.append(c);
            return from + 1;
        }
        int to = from + 1;
        while (to < text.length() && isOfOtherScript(text.charAt(to))) {
            to++;
        }
        folded.append(foldWhole(text.substring(from, to)));
        return to;
    }

    /// The folding of these may depend on their neighbours: they are folded together.
    private static boolean isOfOtherScript(char c) {
        return c >= FIRST_BEYOND_ASCII + WESTERN.length && !isIdeograph(c);
    }

    /// These have neither case nor accents, and combine with nothing.
    private static boolean isIdeograph(char c) {
        return c >= FIRST_IDEOGRAPH && c <= LAST_IDEOGRAPH;
    }

    private static int endOfAscii(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) < FIRST_BEYOND_ASCII) {
            end++;
        }
        return end;
    }

    /// Any text, without a table: the reference, which the table and the stretches only speed up.
    static String foldWhole(String text) {
        var apart = ACCENTS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
                .replaceAll("");
        var together = Normalizer.normalize(apart, Normalizer.Form.NFC);
        return together.toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT) // splits the sharp s, which is a capital too
                .toLowerCase(Locale.ROOT)
                .replace('ς', 'σ');
    }

    /// What is left of the letters up to U+017F, which join with nothing once their accents are off.
    private static String[] western() {
        var folded = new String[0x180 - FIRST_BEYOND_ASCII];
        for (int i = 0; i < folded.length; i++) {
            folded[i] = foldWhole(String.valueOf((char) (FIRST_BEYOND_ASCII + i)));
        }
        return folded;
    }
}
