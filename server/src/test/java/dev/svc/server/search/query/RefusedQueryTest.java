package dev.svc.server.search.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusedQueryTest {
    private static final String TIMES = "a date such as 2026-11-01, a time such as 2026-11-01T09:30, today, yesterday,"
            + " or how long ago: 7d, 2w or 3m for days, weeks or months";
    private static final String NO_END = "a regular expression begins that does not end: it ends with / or /i before a"
            + " space, and a slash inside it is written as \\/.";
    private static final String ONLY_OUT = "a query begins that only leaves things out: add a word to look for.";
    private static final String OPEN_QUOTE = "a quote opens that nothing closes: end the phrase with \".";

    static Stream<Arguments> nothingToLookFor() {
        return Stream.of(
                arguments("", 0, "there is nothing to look for: type a word."),
                arguments(" \t\u3000", 0, "there is nothing to look for: type a word."),
                arguments("-a", 0, ONLY_OUT),
                arguments(" -a -\"b c\" -/d/ -role:user", 0, ONLY_OUT),
                arguments("-is:archived", 0, ONLY_OUT),
                arguments("-before:7d", 0, ONLY_OUT));
    }

    static Stream<Arguments> quotes() {
        return Stream.of(
                arguments("a \"b c", 2, OPEN_QUOTE),
                arguments("\"", 0, OPEN_QUOTE),
                arguments("„a", 0, OPEN_QUOTE),
                arguments("project:\"my shop", 8, OPEN_QUOTE),
                arguments("a -\"b", 3, OPEN_QUOTE),
                arguments(
                        "a \" \"", 2, "there is nothing between two quotes: write the words that follow each other."));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("role:", 5, "role: has no value: write it right behind the colon, such as role:user."),
                arguments("a is: live", 5, "is: has no value: write it right behind the colon, such as is:live."),
                arguments(
                        "folder:\"\"",
                        7,
                        "folder: has no value: write it right behind the colon, such as folder:~/work/shop."),
                arguments("after:", 6, "after: has no value: write it right behind the colon, such as after:7d."),
                arguments(
                        "role:user, tool",
                        10,
                        "role: has no value behind a comma: write it without a space, such as role:user."),
                arguments(
                        "role:bot",
                        5,
                        "role: takes user (or you), assistant (or answer), tool, edit or system, not \"bot\"."),
                arguments(
                        "x role:user,bot",
                        12,
                        "role: takes user (or you), assistant (or answer), tool, edit or system, not \"bot\"."),
                arguments(
                        "-is:gone",
                        4,
                        "is: takes live, waiting, archived, favourite (or favorite) or snoozed, not \"gone\"."),
                arguments(
                        "engine:bot", 7, "engine: takes a program: engine_1, engine_7 or its short name, not \"bot\"."),
                arguments("before:soon", 7, "before: takes " + TIMES + ", not \"soon\"."),
                arguments("after:2026-02-30", 6, "after: takes " + TIMES + ", not \"2026-02-30\"."),
                arguments("after:2026-11-01T25:00", 6, "after: takes " + TIMES + ", not \"2026-11-01T25:00\"."),
                arguments("after:+99999-01-01", 6, "after: takes " + TIMES + ", not \"+99999-01-01\"."),
                arguments("after:1969-12-31", 6, "after: takes " + TIMES + ", not \"1969-12-31\"."),
                arguments("after:7y", 6, "after: takes " + TIMES + ", not \"7y\"."),
                arguments("after:99999d", 6, "after: takes " + TIMES + ", not \"99999d\"."),
                arguments("after:٧d", 6, "after: takes " + TIMES + ", not \"٧d\"."),
                arguments("after:7d,2w", 6, "after: takes " + TIMES + ", not \"7d,2w\"."),
                arguments(
                        "before:" + "z".repeat(60), 7, "before: takes " + TIMES + ", not \"" + "z".repeat(40) + "…\"."),
                arguments("before:\"a\u202e\nb\"", 7, "before: takes " + TIMES + ", not \"a b\"."));
    }

    static Stream<Arguments> expressions() {
        return Stream.of(
                arguments("a /\\d+", 2, NO_END),
                arguments("/.*foo bar", 0, NO_END),
                arguments("/^foo/bar/", 0, NO_END),
                arguments("/(?i)foo/x", 0, NO_END),
                arguments("-/[^a]", 1, NO_END),
                arguments("/a\\/", 0, NO_END),
                arguments("/\\", 0, NO_END),
                arguments("a /b(c/", 6, "the regular expression cannot be read: unclosed group."),
                arguments("/x[b/", 3, "the regular expression cannot be read: unclosed character class."),
                arguments("/+a/", 1, "the regular expression cannot be read: dangling meta character '+'."),
                arguments("/a{5,2}/ x", 6, "the regular expression cannot be read: illegal repetition range."));
    }

    static Stream<Arguments> bounds() {
        return Stream.of(
                arguments("x".repeat(2_001), 2_000, "the query is too long: it may have 2,000 characters."),
                arguments(
                        "x ".repeat(65),
                        128,
                        "the query has too many parts: it may have 64 words and other conditions."),
                arguments(
                        "tool:" + "x,".repeat(64) + "y",
                        133,
                        "the query has too many parts: it may have 64 words and other conditions."),
                arguments(
                        "/" + "x".repeat(501) + "/",
                        501,
                        "the regular expression is too long: it may have 500 characters."),
                arguments(
                        "/" + "([".repeat(33) + "/",
                        65,
                        "the regular expression opens too many brackets: it may open 64."));
    }

    @ParameterizedTest
    @MethodSource({"nothingToLookFor", "quotes", "values", "expressions", "bounds"})
    void what_cannot_be_read_is_answered_with_its_place_and_what_was_meant(
            String typed, int position, String sentence) {
        assertThatExceptionOfType(BadQueryException.class)
                .isThrownBy(() -> Reading.reader().read(typed))
                .satisfies(refused -> assertThat(refused.position()).isEqualTo(position))
                .withMessage("At character " + (position + 1) + ", " + sentence);
    }

    @Test
    void people_count_a_character_of_two_units_as_one() {
        assertThatExceptionOfType(BadQueryException.class)
                .isThrownBy(() -> Reading.reader().read("😀 role:bot"))
                .satisfies(refused -> assertThat(refused.position()).isEqualTo(8))
                .withMessageStartingWith("At character 8, role: takes ");
    }

    @Test
    void the_number_in_the_sentence_has_the_same_digits_everywhere() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThatExceptionOfType(BadQueryException.class)
                    .isThrownBy(() -> Reading.reader().read("\"a"))
                    .withMessage("At character 1, " + OPEN_QUOTE);
        } finally {
            Locale.setDefault(before);
        }
    }
}
