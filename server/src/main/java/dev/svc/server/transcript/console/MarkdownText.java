package dev.svc.server.transcript.console;

import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.console.Style.Colour;
import dev.svc.server.transcript.markdown.Markdown;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;

/// Markdown as a terminal shows it.
final class MarkdownText {
    private static final int RULE = 40;
    private static final Style CODE = Style.of(Colour.CYAN);
    private static final Style SMALL = Style.DIM;

    private final Sheet sheet;

    private MarkdownText(Sheet sheet) {
        this.sheet = sheet;
    }

    static void write(String text, Sheet sheet, Patience patience) {
        Markdown.parse(text, patience)
                .ifPresentOrElse(
                        root -> new MarkdownText(sheet).blocks(root, false),
                        () -> sheet.words(List.of(new Run(text, Style.PLAIN))));
    }

    private void blocks(Node parent, boolean tight) {
        for (var block = parent.getFirstChild(); block != null; block = block.getNext()) {
            if (!tight && block.getPrevious() != null) {
                sheet.gap();
            }
            block(block);
        }
    }

    private void block(Node block) {
        switch (block) {
            case Heading heading -> sheet.words(runs(heading, headed(heading.getLevel())));
            case Paragraph paragraph -> sheet.words(runs(paragraph, Style.PLAIN));
            case FencedCodeBlock code -> code(code.getLiteral(), String.valueOf(code.getInfo()));
            case IndentedCodeBlock code -> code(code.getLiteral(), "");
            case ListBlock list -> list(list);
            case BlockQuote quote -> {
                var bar = new Run("│ ", SMALL);
                sheet.within(bar, bar, () -> blocks(quote, false));
            }
            case TableBlock table -> TableText.write(table, sheet, cell -> runs(cell, Style.PLAIN));
            case ThematicBreak rule ->
                sheet.words(List.of(new Run("─".repeat(Math.clamp(sheet.room(), 1, RULE)), SMALL)));
            case HtmlBlock html -> sheet.words(List.of(new Run(html.getLiteral(), Style.PLAIN)));
            default -> blocks(block, false);
        }
    }

    private static Style headed(int level) {
        return level == 1 ? Style.BOLD.withUnderline() : Style.BOLD;
    }

    private void code(String literal, String language) {
        var text = literal.endsWith("\n") ? literal.substring(0, literal.length() - 1) : literal;
        var indent = new Run("  ", Style.PLAIN);
        sheet.within(indent, indent, () -> {
            if (DiffText.isDiff(text, language)) {
                DiffText.write(text, sheet);
            } else {
                sheet.verbatim(text, CODE);
            }
        });
    }

    private void list(ListBlock list) {
        int number = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            if (!list.isTight() && item.getPrevious() != null) {
                sheet.gap();
            }
            item(item, list instanceof BulletList ? "• " : number + ". ", list.isTight());
            number++;
        }
    }

    private void item(Node item, String mark, boolean tight) {
        sheet.within(new Run(mark, SMALL), new Run(" ".repeat(mark.length()), Style.PLAIN), () -> {
            if (item instanceof ListItem && item.getFirstChild() == null) {
                sheet.words(List.of());
            }
            blocks(item, tight);
        });
    }

    private static List<Run> runs(Node parent, Style style) {
        var runs = new ArrayList<Run>();
        inline(parent, style, runs);
        return runs;
    }

    private static void inline(Node parent, Style style, List<Run> runs) {
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            switch (node) {
                case Text text -> runs.add(new Run(text.getLiteral(), style));
                case Code code -> runs.add(new Run(code.getLiteral(), style.with(Colour.CYAN)));
                case HtmlInline html -> runs.add(new Run(html.getLiteral(), style));
                case SoftLineBreak soft -> runs.add(new Run("\n", style));
                case HardLineBreak hard -> runs.add(new Run("\n", style));
                case Emphasis emphasis -> inline(emphasis, style.withItalic(), runs);
                case StrongEmphasis strong -> inline(strong, style.withBold(), runs);
                case Strikethrough struck -> inline(struck, style.withStroke(), runs);
                case Link link -> link(link, style, runs);
                case Image image -> image(image, style, runs);
                default -> inline(node, style, runs);
            }
        }
    }

    private static void link(Link link, Style style, List<Run> runs) {
        int before = runs.size();
        inline(link, style.withUnderline(), runs);
        var words = new StringBuilder();
        runs.subList(before, runs.size()).forEach(run -> words.append(run.text()));
        var address = String.valueOf(link.getDestination());
        if (!address.isEmpty() && !address.contentEquals(words)) {
            runs.add(new Run(" (" + address + ")", SMALL));
        }
    }

    private static void image(Image image, Style style, List<Run> runs) {
        runs.add(new Run("[", style));
        inline(image, style, runs);
        runs.add(new Run("]", style));
    }
}
