package dev.svc.server.review.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

    @Test
    void the_whole_object_is_understood() throws TroubleException {
        var answer = Answer.of("""
                {"summary": "Cart is done.", "needs_you": true, "reason": "May it commit?", "title": "Cart", "project": "Shop"}
                """);
        assertThat(answer).isEqualTo(new Answer("Cart is done.", true, "May it commit?", "Cart", "Shop"));
    }

    @Test
    void all_but_summary_and_need_may_be_missing_or_null() throws TroubleException {
        assertThat(Answer.of("{\"summary\": \"Done.\", \"needs_you\": false, \"title\": null}"))
                .isEqualTo(new Answer("Done.", false, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Done.",
                "null",
                "[]",
                "{}",
                "{\"summary\": \"Done.\"}",
                "{\"needs_you\": true}",
                "{\"summary\": \"\", \"needs_you\": true}",
                "{\"summary\": \" \\u0007 \", \"needs_you\": true}",
                "{\"summary\": 1, \"needs_you\": true}",
                "{\"summary\": \"Done.\", \"needs_you\": \"yes\"}",
                "{\"summary\": \"Done.\", \"needs_you\": 1}",
                "{\"summary\": \"Done.\", \"needs_you\": null}",
                "{\"summary\": \"Done.\", \"needs_you\": true, \"title\": [\"a\"]}",
                "{\"summary\": \"Done.\", \"needs_you\": true, \"archive\": true}",
                "{\"summary\": \"Done.\", \"needs_attention\": true}",
                "{\"summary\": \"Done.\", \"needs_you\": true} and more",
                "{\"summary\": \"Done.\", \"needs_you\": true}{}",
                "{\"summary\": \"a\", \"summary\": \"b\", \"needs_you\": true}",
                "Here it is: {\"summary\": \"Done.\", \"needs_you\": true}",
                "```json\n{\"summary\": \"Done.\", \"needs_you\": true}\n```",
                "{'summary': 'Done.', 'needs_you': true}",
                "{\"summary\": \"Done.\", \"needs_you\": true,}",
            })
    void anything_else_is_no_review(String said) {
        assertThat(trouble(said)).isEqualTo(Trouble.NO_REVIEW);
    }

    @Test
    void texts_that_fill_a_screen_are_no_review() {
        assertThat(trouble("{\"summary\": \"%s\", \"needs_you\": true}".formatted("a".repeat(401))))
                .isEqualTo(Trouble.NO_REVIEW);
        assertThat(trouble("{\"summary\": \"a\", \"needs_you\": true, \"title\": \"%s\"}".formatted("a".repeat(121))))
                .isEqualTo(Trouble.NO_REVIEW);
    }

    @Test
    void depth_without_end_is_no_review() {
        assertThat(trouble("{\"summary\":" + "[".repeat(100_000))).isEqualTo(Trouble.NO_REVIEW);
    }

    @Test
    void what_a_terminal_or_an_eye_would_fall_for_is_taken_out() throws TroubleException {
        var answer =
                Answer.of("{\"summary\": \"one\\ntwo\\u001b[31m three\\u202e four\\u0000\", \"needs_you\": false}");
        assertThat(answer.summary()).isEqualTo("one two three four");
    }

    private static Trouble trouble(String said) {
        return catchThrowableOfType(TroubleException.class, () -> Answer.of(said))
                .trouble();
    }
}
