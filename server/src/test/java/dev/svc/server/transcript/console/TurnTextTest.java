package dev.svc.server.transcript.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.FakeTurns;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTextTest {
    private static List<String> lines(Turn turn, int cols) {
        return TurnText.lines(turn, cols, Patience.of(Duration.ofMinutes(1)));
    }

    private static String shown(Turn turn, int cols) {
        return lines(turn, cols).stream().map(TurnTextTest::plain).collect(Collectors.joining("\n"));
    }

    private static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }

    private static String answer(String markdown, int cols) {
        return shown(FakeTurns.said(Role.ASSISTANT, markdown), cols);
    }

    @Test
    void a_heading_a_list_and_a_link_read_as_in_a_terminal() {
        assertThat(answer("""
                        # Title

                        Some *soft* and **strong** `code`.

                        - one
                        - two
                          1. deep
                        - [docs](https://example.org/a)

                        > quoted
                        """, 60)).isEqualTo("""
                        ● Title

                          Some soft and strong code.

                          • one
                          • two
                            1. deep
                          • docs (https://example.org/a)

                          │ quoted
                        """);
    }

    @Test
    void emphasis_is_shown_by_attributes_that_end_with_it() {
        assertThat(lines(FakeTurns.said(Role.ASSISTANT, "a **b** `c`"), 40))
                .first()
                .isEqualTo("● a \u001b[0;1mb\u001b[0m \u001b[0;36mc\u001b[0m");
    }

    @Test
    void a_table_has_its_columns_beside_each_other() {
        assertThat(answer("| Name | Count |\n|:--|--:|\n| apples 世界 | 3 |\n| pears | 12 |", 60))
                .isEqualTo("""
                        ● Name        │ Count
                          ────────────┼──────
                          apples 世界 │     3
                          pears       │    12
                        """);
    }

    @Test
    void a_table_without_room_is_a_list() {
        assertThat(answer("| Name | Count | More |\n|--|--|--|\n| apples | 3 | x |", 20))
                .contains("Name: apples", "Count: 3", "More: x");
    }

    @Test
    void a_diff_has_its_colours() {
        var lines = lines(FakeTurns.said(Role.ASSISTANT, "```diff\n-old\n+new\n same\n```"), 40);
        assertThat(lines).anyMatch(line -> line.contains("\u001b[0;31m-old\u001b[0m"));
        assertThat(lines).anyMatch(line -> line.contains("\u001b[0;32m+new\u001b[0m"));
    }

    @Test
    void a_call_is_a_line_with_its_answer_below_and_the_sub_agent_folded() {
        var turn = FakeTurns.used("Task", "look around", "found it", true, List.of(FakeTurns.said(Role.USER, "go")));
        assertThat(shown(turn, 60)).isEqualTo("""
                        ◆ Task look around
                          └ found it
                          ▸ sub-agent, turns: 1
                        """);
    }

    @Test
    void a_command_stands_on_a_line_of_its_own_below_what_it_is_for() {
        var tool = new Turn.ToolUse("Bash", "npm test", "ok", true, "Run the tests", Turn.Ending.UNTOLD);
        var turn = new Turn(Role.TOOL, null, "", tool, null, Mark.NONE, List.of());
        assertThat(shown(turn, 60)).isEqualTo("""
                        ◆ Bash Run the tests
                          npm test
                          └ ok
                        """);
    }

    @Test
    void what_was_typed_keeps_its_lines_and_is_no_markdown() {
        assertThat(shown(FakeTurns.said(Role.USER, "# not a heading\n  * as typed"), 60))
                .isEqualTo("❯ # not a heading\n    * as typed\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPACTED", "ERROR", "INTERRUPTED"})
    void a_mark_is_shown_even_without_words(String mark) {
        var turn = new Turn(Role.SYSTEM, null, "", null, null, Mark.valueOf(mark), List.of());
        assertThat(shown(turn, 60)).isNotBlank();
    }

    @Test
    void words_are_broken_between_words_and_wide_characters_anywhere() {
        assertThat(shown(FakeTurns.said(Role.USER, "one two three 世界世界世界世界世界"), 14))
                .isEqualTo("❯ one two\n  three 世界世\n  界世界世界世\n  界\n");
    }

    @Test
    void a_character_of_several_code_points_is_never_broken() {
        var family = "👩‍👩‍👧‍👦";
        assertThat(shown(FakeTurns.said(Role.USER, family.repeat(10)), 14)).contains(family.repeat(6) + "\n");
    }

    /// For any text, no line is wider than the terminal, and none contains sequences that are not ours.
    @Test
    void no_line_is_wider_than_the_terminal() {
        var random = new Random(5);
        String[] bits = {
            "word",
            " ",
            "\n",
            "\n\n",
            "世界",
            "👩‍🚀",
            "e\u0301",
            "- ",
            "1. ",
            "> ",
            "# ",
            "`",
            "```\n",
            "**",
            "*",
            "~~",
            "|",
            "|-|-|\n",
            "[",
            "](",
            ")",
            "\t",
            "<b>",
            "https://example.org/a/very/long/address",
            "@@ -1 +1 @@\n",
            "+x\n",
            "-y\n",
            "![",
            "\\"
        };
        for (int round = 0; round < 3_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(bits[random.nextInt(bits.length)]);
            }
            int cols = random.nextInt(2, 70);
            var turn = round % 3 == 0
                    ? FakeTurns.used("Tool", text.toString(), text.toString(), round % 2 == 0, List.of())
                    : FakeTurns.said(round % 3 == 1 ? Role.ASSISTANT : Role.USER, text.toString());
            for (var line : lines(turn, cols)) {
                assertThat(Clusters.width(plain(line)))
                        .as("%d: %s in %s", cols, line, text)
                        .isLessThanOrEqualTo(cols);
                assertThat(plain(line)).doesNotContain("\u001b", "\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"> ", "- ", "*a **b ", "[", "![", "` ", "|", "<", "&", "\n", "\\", "~~ ", "#", "1) ", "**a"})
    void a_text_made_to_be_slow_or_deep_is_shown_all_the_same(String bit) {
        assertThat(answer(bit.repeat(20_000) + "end", 80)).contains("end");
    }

    @Test
    void a_gigantic_text_is_shown_as_it_is() {
        assertThat(lines(FakeTurns.said(Role.ASSISTANT, "# heading\n".repeat(100_000)), 80))
                .hasSize(100_001);
    }
}
