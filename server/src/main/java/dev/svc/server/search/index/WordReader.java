package dev.svc.server.search.index;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// Reads the words of a text as an analyzer makes them.
final class WordReader {
    private final Analyzer analyzer;

    WordReader(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    /// A word and where it stands.
    ///
    /// @param place among the words; those of one identifier may share one
    record Read(String word, int start, int end, int place) {}

    List<Read> read(String text) {
        var words = new ArrayList<Read>();
        try (var stream = analyzer.tokenStream(Fields.TEXT, new StringReader(text))) {
            var term = stream.addAttribute(CharTermAttribute.class);
            var offset = stream.addAttribute(OffsetAttribute.class);
            var increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            int place = -1;
            while (stream.incrementToken()) {
                place += increment.getPositionIncrement();
                words.add(new Read(term.toString(), offset.startOffset(), offset.endOffset(), place));
            }
            stream.end();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return words;
    }
}
