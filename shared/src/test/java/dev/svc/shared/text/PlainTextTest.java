package dev.svc.shared.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
    private static final String COMMANDING = "[\\p{Cntrl}&&[^\\n\\t]]|[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a\\e[31mred\\e[0m b|ared b",
                "\\e]0;title\\ab|b",
                "\\e]8;;https://x\\e\\\\link\\e]8;;\\e\\\\|link",
                "\\ePq#0;2;0\\e\\\\sixel|sixel",
                "\\e(Btext|text",
                "\\e\\e[31m[31mx|[31mx",
                "a\\bb\\0c|abc",
                "\\e]0;never ends|]0;never ends",
                "\\e[31|[31",
                "evil\\u202etxt.exe|eviltxt.exe",
                "half \\ud83d pair|half \ufffd pair",
                "whole 👩‍🚀 pair|whole 👩‍🚀 pair"
            })
    void what_commands_a_terminal_goes_and_the_text_stays(String text, String plain) {
        assertThat(PlainText.of(meant(text))).isEqualTo(plain);
    }

    @Test
    void every_line_break_is_a_line_feed_and_tabs_stay() {
        assertThat(PlainText.of("a\r\nb\rc\u2028d\te\n")).isEqualTo("a\nb\nc\nd\te\n");
    }

    @Test
    void text_without_commands_is_the_same_object() {
        String text = "Grüße, 世界\n\tnothing to do";
        assertThat(PlainText.of(text)).isSameAs(text);
    }

    @Test
    void nothing_that_commands_is_left_of_any_text() {
        var random = new Random(6);
        char[] odd = "\u001b[]PX^_\\;?0189m \u0007\r\n\b\u009b\u009d\u202e\ud83d\udc69aä世".toCharArray();
        for (int round = 0; round < 5_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append(odd[random.nextInt(odd.length)]);
            }
            assertThat(PlainText.of(text.toString())).doesNotContainPattern(COMMANDING);
        }
    }

    private static String meant(String text) {
        return text.replace("\\e", "\u001b")
                .replace("\\a", "\u0007")
                .replace("\\b", "\b")
                .replace("\\0", "\0")
                .replace("\\u202e", "\u202e")
                .replace("\\ud83d", "\ud83d")
                .replace("\\\\", "\\");
    }
}
