package dev.svc.server.transcript.markdown;

import dev.svc.shared.text.PlainText;
import java.util.ArrayDeque;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/// Looks at every node of a parsed text: cleans its words, for entities are decoded only now, and says whether all
/// of it may be shown.
final class Sieve {
    private static final int DEEPEST = 60;

    /// One definition of a link may be used a thousand times, each time with all of its address.
    private static final int LARGEST = 8 * Markup.LONGEST;

    private final ArrayDeque<Level> open = new ArrayDeque<>();
    private long size;

    private record Level(Node node, int depth) {}

    private Sieve() {}

    static boolean passes(Node root) {
        return new Sieve().passesAll(root);
    }

    private boolean passesAll(Node root) {
        open.push(new Level(root, 0));
        while (!open.isEmpty()) {
            var level = open.pop();
            clean(level.node());
            if (level.depth() > DEEPEST || size > LARGEST) {
                return false;
            }
            for (var kid = level.node().getFirstChild(); kid != null; kid = kid.getNext()) {
                open.push(new Level(kid, level.depth() + 1));
            }
        }
        return true;
    }

    private void clean(Node node) {
        switch (node) {
            case Text it -> it.setLiteral(text(it.getLiteral()));
            case Code it -> it.setLiteral(text(it.getLiteral()));
            case HtmlInline it -> it.setLiteral(text(it.getLiteral()));
            case HtmlBlock it -> it.setLiteral(text(it.getLiteral()));
            case IndentedCodeBlock it -> it.setLiteral(text(it.getLiteral()));
            case FencedCodeBlock it -> {
                it.setLiteral(text(it.getLiteral()));
                it.setInfo(line(it.getInfo()));
            }
            case Link it -> {
                it.setDestination(line(it.getDestination()));
                it.setTitle(line(it.getTitle()));
            }
            case Image it -> {
                it.setDestination(line(it.getDestination()));
                it.setTitle(line(it.getTitle()));
            }
            default -> {}
        }
    }

    private String text(@Nullable String words) {
        var clean = words == null ? "" : PlainText.of(words);
        size += clean.length();
        return clean;
    }

    private @Nullable String line(@Nullable String words) {
        if (words == null) {
            return null;
        }
        size += words.length();
        return PlainText.line(words);
    }
}
