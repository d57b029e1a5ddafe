package dev.svc.server.search.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Whatever is typed gives a query or a sentence with a position, and nothing else.
class AnyTextTest {
    private static final int LONGEST = 2_000;

    private static final List<String> SIGNS = List.of(
            " ",
            " ",
            " ",
            "\t",
            "\u3000",
            "\"",
            "“",
            "”",
            "„",
            "-",
            "--",
            "/",
            "/i",
            "\\",
            "*",
            ":",
            "：",
            ",",
            "role:",
            "engine:",
            "project:",
            "folder:",
            "before:",
            "after:",
            "is:",
            "tool:",
            "user",
            "tool",
            "live",
            "weaver",
            "engine_1",
            "today",
            "7d",
            "2026-11-01",
            "T09:30",
            "~",
            "lock",
            "ü",
            "検索",
            "😀",
            "\ud83d",
            "\ude00",
            "\0",
            "\u202e",
            "\r\n",
            "+",
            "9");

    private static final List<String> EXPRESSIONS = List.of(
            "(",
            ")",
            "(?:",
            "(?<n>",
            "(?=",
            "(?<=",
            "(?<!",
            "(?>",
            "(?i)",
            "(?x)",
            "(?-i:",
            "[",
            "]",
            "[^",
            "&&",
            "-",
            "{",
            "}",
            "{2}",
            "{1,9}",
            "{2147483647}",
            "{99999999999}",
            "*",
            "+",
            "?",
            "|",
            ".",
            "^",
            "$",
            "\\",
            "\\Q",
            "\\E",
            "\\d",
            "\\1",
            "\\k<n>",
            "\\p{L}",
            "\\p{IsX}",
            "\\P",
            "\\x{10ffff}",
            "\\x",
            "\\u00e4",
            "\\N{",
            "\\c",
            "\\R",
            "\\X",
            "\\b{g}",
            "\\0",
            "\\/",
            "a",
            "ß",
            "検",
            "😀",
            "\ud83d",
            " ",
            "#");

    private final Random random = new Random(17);

    @Test
    void any_signs_of_the_language_in_any_order_are_a_query_or_refused_at_a_place() {
        for (int round = 0; round < 20_000; round++) {
            String text = pieces(SIGNS, random.nextInt(round % 20 == 0 ? LONGEST : 60));
            requireAnswer(text.substring(0, Math.min(text.length(), LONGEST)));
        }
    }

    @Test
    void any_characters_are_a_query_or_refused_at_a_place() {
        for (int round = 0; round < 2_000; round++) {
            var text = new StringBuilder();
            int most = round % 2 == 0 ? 0x80 : Character.MAX_VALUE + 1;
            int length = random.nextInt(LONGEST + 1);
            for (int i = 0; i < length; i++) {
                text.append((char) random.nextInt(most));
            }
            requireAnswer(text.toString());
        }
    }

    @Test
    void any_expression_is_a_query_or_refused_at_a_place() {
        for (int round = 0; round < 20_000; round++) {
            requireAnswer("/" + pieces(EXPRESSIONS, 1 + random.nextInt(round % 20 == 0 ? 200 : 12)) + "/");
        }
    }

    /// The compiler of expressions recurses; a request's thread has more than this.
    @Test
    void the_most_deeply_nested_expressions_need_little_of_a_stack() throws InterruptedException {
        for (var nested : List.of(
                "(".repeat(64) + "a" + ")*".repeat(64),
                "(?<=(".repeat(32) + "a|b" + "))".repeat(32),
                "[a".repeat(64) + "]".repeat(64),
                "[a" + "&&b".repeat(160) + "]",
                "(?:a|b)?".repeat(62),
                "(?<=" + "a?".repeat(240) + ")")) {
            var reading = new FutureTask<>(() -> Reading.reader().read("/" + nested + "/"));
            new Thread(null, reading, "small", 256 << 10).start();
            assertThat(Waiting.result(reading).all()).hasSize(1);
        }
    }

    private String pieces(List<String> pieces, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    private static void requireAnswer(String text) {
        try {
            var query = Reading.reader().read(text);
            assertThat(query.all().size() + query.none().size()).isLessThanOrEqualTo(64);
            assertThat(query.never().before()).isNull();
            assertThat(query.never().after()).isNull();
        } catch (BadQueryException refused) {
            assertThat(refused.position()).isBetween(0, text.length());
            assertThat(refused.getMessage()).startsWith("At character ").endsWith(".");
        }
    }
}
