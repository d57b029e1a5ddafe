package dev.svc.server.transcript;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/// Markdown as a tree that is safe to walk: neither too large nor too deep.
public final class Markdown {
    public static final List<Extension> EXTENSIONS = List.of(TablesExtension.create(), StrikethroughExtension.create());

    private static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 60;
    private static final int OPEN_BLOCKS = 30;

    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .maxOpenBlockParsers(OPEN_BLOCKS)
            .build();

    private Markdown() {}

    /// Empty where the text is better shown as it is.
    public static Optional<Node> parse(String text) {
        return text.length() > LONGEST
                ? Optional.empty()
                : Optional.of(PARSER.parse(text)).filter(Markdown::isShallow);
    }

    private record Level(Node node, int depth) {}

    private static boolean isShallow(Node root) {
        var open = new ArrayDeque<Level>();
        open.push(new Level(root, 0));
        while (!open.isEmpty()) {
            var level = open.pop();
            if (level.depth() > DEEPEST) {
                return false;
            }
            for (var kid = level.node().getFirstChild(); kid != null; kid = kid.getNext()) {
                open.push(new Level(kid, level.depth() + 1));
            }
        }
        return true;
    }
}
