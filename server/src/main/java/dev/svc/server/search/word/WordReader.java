package dev.svc.server.search.word;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// Reads the words of a text as an analyzer makes them.
public final class WordReader {
    private static final int LOOK_EVERY = 256;
    /// Every field has the same words.
    private static final String FIELD = "text";

    private final Analyzer analyzer;

    public WordReader(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    /// A word and where it stands.
    ///
    /// @param place among the words; those of one identifier may share one
    public record Read(String word, int start, int end, int place) {}

    public List<Read> read(String text) {
        return read(text, () -> false);
    }

    /// Those of the beginning, where the reading has to end before the text does.
    public List<Read> read(String text, BooleanSupplier isOver) {
        var words = new ArrayList<Read>();
        try (var stream = analyzer.tokenStream(FIELD, new StringReader(text))) {
            var term = stream.addAttribute(CharTermAttribute.class);
            var offset = stream.addAttribute(OffsetAttribute.class);
            var increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            int place = -1;
            while ((words.size() % LOOK_EVERY != LOOK_EVERY - 1 || !isOver.getAsBoolean()) && stream.incrementToken()) {
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
