package dev.svc.server.search.word;

import java.io.IOException;
import java.text.Normalizer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// Joins letters with the marks that stand behind them as characters of their own, as in the file names of some
/// systems: both spellings are one word.
final class WholeLetters extends TokenFilter {
    /// Below it nothing has another spelling.
    private static final char FIRST_MARK = '\u0300';

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    WholeLetters(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
            return false;
        }
        if (hasMarks() && !Normalizer.isNormalized(term, Normalizer.Form.NFC)) {
            var whole = Normalizer.normalize(term, Normalizer.Form.NFC);
            term.setEmpty().append(whole);
        }
        return true;
    }

    private boolean hasMarks() {
        for (int i = 0; i < term.length(); i++) {
            if (term.charAt(i) >= FIRST_MARK) {
                return true;
            }
        }
        return false;
    }
}
