package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypedTextTest {
    @Test
    void an_argument_loses_the_quotes_that_the_command_line_gave_it() {
        assertThat(TypedText.of("\"fix the test\"")).isEqualTo("fix the test");
        assertThat(TypedText.of("\"fix the test\"\n")).isEqualTo("fix the test");
        assertThat(TypedText.of("\"say \\\"hello\\\" to me\"")).isEqualTo("say \"hello\" to me");
    }

    @Test
    void what_was_piped_in_behind_an_argument_was_not_typed() {
        assertThat(TypedText.of("\"explain this log\"\nERROR one\nERROR two")).isEqualTo("explain this log");
    }

    @Test
    void everything_else_stays_as_it_is() {
        for (String text : new String[] {
            "plain text", "\"word\"", "\"a b\" and more", "say \"a b\"", "\"a b", "\"a\nb c\"", "", "\"", "\"\""
        }) {
            assertThat(TypedText.of(text)).isEqualTo(text);
        }
    }

    @Test
    void a_long_text_of_quotes_and_backslashes_takes_no_time() {
        String long1 = "\"" + "\\\" ".repeat(200_000);
        assertThat(TypedText.of(long1)).isEqualTo(long1);
    }
}
