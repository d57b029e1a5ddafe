package dev.svc.server.search.word;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/// Makes words of texts, alike for what is indexed and for what is asked: without case, accents and widths, identifiers
/// in parts, Chinese, Japanese and Korean in pairs of characters.
public final class SearchAnalyzer extends Analyzer {
    private static final int EVERY_SCRIPT =
            CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;

    private final boolean indexes;

    private SearchAnalyzer(boolean indexes) {
        this.indexes = indexes;
    }

    /// Keeps identifiers beside their parts, and single characters beside their pairs.
    public static SearchAnalyzer forIndex() {
        return new SearchAnalyzer(true);
    }

    /// Gives a sequence of words, each at a place of its own.
    public static SearchAnalyzer forQuery() {
        return new SearchAnalyzer(false);
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        var tokens = new StandardTokenizer();
        TokenStream words = new IdentifierParts(tokens, indexes);
        words = new WholeLetters(words);
        words = new CJKWidthFilter(words);
        words = new LowerCaseFilter(words);
        words = new CJKBigramFilter(words, EVERY_SCRIPT, indexes);
        words = new ASCIIFoldingFilter(words);
        return new TokenStreamComponents(tokens, words);
    }
}
