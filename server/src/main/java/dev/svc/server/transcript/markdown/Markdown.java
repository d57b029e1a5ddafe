package dev.svc.server.transcript.markdown;

import dev.svc.server.texts.Patience;
import java.util.List;
import java.util.Optional;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/// Markdown as a tree that is safe to walk: bounded in size and depth, and without control sequences.
public final class Markdown {
    public static final List<Extension> EXTENSIONS = List.of(TablesExtension.create(), StrikethroughExtension.create());

    private static final int OPEN_BLOCKS = 30;

    private Markdown() {}

    /// Empty where the text is better shown as plain text.
    public static Optional<Node> parse(String text, Patience patience) {
        if (patience.isUsedUp() || !Markup.isFit(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser(patience).parse(text)).filter(Sieve::passes);
        } catch (StackOverflowError tooDeep) {
            return Optional.empty();
        }
    }

    private static Parser parser(Patience patience) {
        return Parser.builder()
                .extensions(EXTENSIONS)
                .maxOpenBlockParsers(OPEN_BLOCKS)
                .inlineParserFactory(context -> new BoundedInlines(context, patience))
                .build();
    }
}
