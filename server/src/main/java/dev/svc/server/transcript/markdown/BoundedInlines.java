package dev.svc.server.transcript.markdown;

import dev.svc.server.texts.Patience;
import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.SourceLines;

/// Leaves expensive paragraphs as they are. At each opening mark the parser may search the rest of the paragraph for
/// its end: marks times length is the upper bound.
final class BoundedInlines implements InlineParser {
    /// About a tenth of a second.
    private static final long MOST_STEPS = 64 << 20;

    private final InlineParser whole;
    private final Patience patience;
    private long left = MOST_STEPS; // for all paragraphs of a text

    BoundedInlines(InlineParserContext context, Patience patience) {
        this.whole = new InlineParserImpl(context);
        this.patience = patience;
    }

    @Override
    public void parse(SourceLines lines, Node block) {
        var content = lines.getContent();
        long steps = marks(content) * content.length();
        if (steps <= left && !patience.isUsedUp()) {
            left -= steps;
            whole.parse(lines, block);
        } else {
            asItIs(lines, block);
        }
    }

    private static long marks(String content) {
        long marks = 0;
        for (int i = 0; i < content.length(); i++) {
            marks += "<[]!*_`~&\\".indexOf(content.charAt(i)) < 0 ? 0 : 1;
        }
        return marks;
    }

    private static void asItIs(SourceLines lines, Node block) {
        for (var line : lines.getLines()) {
            if (block.getFirstChild() != null) {
                block.appendChild(new SoftLineBreak());
            }
            block.appendChild(new Text(line.getContent().toString()));
        }
    }
}
