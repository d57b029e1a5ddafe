package dev.svc.server.transcript.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.HostileTexts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Node;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    private static final int FULL = Markup.LONGEST;

    private static Optional<Node> parse(String text) {
        return Markdown.parse(text, Patience.of(Duration.ofMinutes(1)));
    }

    private static String words(Node root) {
        var words = new StringBuilder();
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }
        });
        return words.toString();
    }

    private static List<String> strong(Node root) {
        var strong = new ArrayList<String>();
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(StrongEmphasis node) {
                strong.add(words(node));
            }
        });
        return strong;
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "[", "*", "`", "&", "<a x=", "[a](<b", "<http:"})
    void a_paragraph_of_marks_that_open_something_stays_as_it_is(String marks) {
        var hostile = "x " + marks.repeat((FULL - 100) / marks.length());
        var root = parse("**before**\n\n" + hostile + "\n\n**behind**").orElseThrow();
        assertThat(strong(root)).containsExactly("before", "behind");
        assertThat(words(root)).isEqualTo("before" + hostile.replace("\n", "").strip() + "behind");
    }

    @Test
    void marks_in_many_paragraphs_add_up() {
        var paragraph = "x " + "<".repeat(3_900) + "\n\n";
        var root = parse("**first**\n\n" + paragraph.repeat(8) + "**last**").orElseThrow();
        assertThat(strong(root)).containsExactly("first", "last");
        var wide = "x " + "<".repeat(7_000) + "\n\n";
        assertThat(strong(parse("**first**\n\n" + wide.repeat(4) + "**last** " + "<".repeat(4_300))
                        .orElseThrow()))
                .containsExactly("first");
    }

    @Test
    void a_long_paragraph_of_ordinary_words_is_still_read() {
        var text = "He said **this** and `that` of [a file](a.md), then 3 < 4 && b. ".repeat(200);
        assertThat(strong(parse(text).orElseThrow())).hasSize(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a table of many columns and rows",
                "a tag of many names on one line",
                "an address used again and again",
                "definitions of links",
                "codes on lines",
                "bars on lines",
                "a run of <, plain"
            })
    void what_would_swell_or_call_itself_too_often_is_shown_as_it_is(String name) {
        assertThat(parse(HostileTexts.of(name))).isEmpty();
    }

    @Test
    void an_ordinary_table_and_ordinary_definitions_are_read() {
        var table = "|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n" + "|1|2|3|4|5|6|\n".repeat(500);
        assertThat(parse(table)).isPresent();
        assertThat(parse("See [1].\n\n" + "[1]: https://example.org/a\n".repeat(100)))
                .isPresent();
    }

    @Test
    void without_patience_nothing_is_read() {
        assertThat(Markdown.parse("**a**", Patience.NONE)).isEmpty();
    }
}
