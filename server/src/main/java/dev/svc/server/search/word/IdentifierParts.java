package dev.svc.server.search.word;

import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// Divides identifiers: `maxRetries`, `max_retries` and `max.retries` are found by `max` and by `retries`, and as words
/// next to each other. The whole identifier can be kept at the place of its first part, for people who write it in one
/// word.
final class IdentifierParts extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final boolean keepsWhole;

    @OwnedBy("the reading")
    private char[] whole = new char[64];

    @OwnedBy("the reading")
    private int length;

    @OwnedBy("the reading")
    private int at;

    @OwnedBy("the reading")
    private int start;

    /// Of the next part; the whole stands in its place already.
    @OwnedBy("the reading")
    private int nextIncrement;

    IdentifierParts(TokenStream input, boolean keepsWhole) {
        super(input);
        this.keepsWhole = keepsWhole;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        length = 0;
        at = 0;
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (at < length) {
            return part();
        }
        if (!input.incrementToken()) {
            return false;
        }
        if (!remember()) {
            return true;
        }
        nextIncrement = keepsWhole ? 0 : increment.getPositionIncrement();
        return keepsWhole || part();
    }

    /// Takes a token over to divide it; false when it has no parts.
    private boolean remember() {
        length = term.length();
        if (whole.length < length) {
            whole = new char[length];
        }
        System.arraycopy(term.buffer(), 0, whole, 0, length);
        at = skip(0);
        if (at == length || (at == 0 && end(whole, 0, length) == length)) {
            at = length;
            return false;
        }
        start = offset.startOffset();
        return true;
    }

    private boolean part() {
        int end = end(whole, at, length);
        clearAttributes();
        term.copyBuffer(whole, at, end - at);
        offset.setOffset(start + at, start + end);
        increment.setPositionIncrement(nextIncrement);
        nextIncrement = 1;
        at = skip(end);
        return true;
    }

    private int skip(int from) {
        int i = from;
        while (i < length && isSeparator(whole[i])) {
            i++;
        }
        return i;
    }

    /// Where the part that begins here ends.
    private static int end(char[] text, int from, int to) {
        int i = from;
        while (i < to
                && !isSeparator(text[i])
                && (i == from || !(isVersion(text, from, i) || isBoundary(text, i, to)))) {
            i++;
        }
        return i;
    }

    private static boolean isSeparator(char c) {
        return c == '_' || c == '.' || c == ':' || c == '·' || c == ',' || c == ';' || c == '\'' || c == '’';
    }

    /// Behind the letter of a version: `v4.3.1` is found by `4.3.1`.
    private static boolean isVersion(char[] text, int from, int i) {
        return i == from + 1 && (text[from] == 'v' || text[from] == 'V') && Character.isDigit(text[i]);
    }

    /// Before a capital that follows a small letter or a digit, and before the last capital of several.
    private static boolean isBoundary(char[] text, int i, int to) {
        if (!Character.isUpperCase(text[i])) {
            return false;
        }
        char before = text[i - 1];
        boolean startsWord = i + 1 < to && Character.isLowerCase(text[i + 1]);
        return Character.isLowerCase(before)
                || Character.isDigit(before)
                || (Character.isUpperCase(before) && startsWord);
    }
}
