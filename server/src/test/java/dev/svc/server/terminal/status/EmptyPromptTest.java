package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether a prompt is empty, on screens of the real programs.
class EmptyPromptTest {
    private static final Path RECORDED = Path.of("src/test/resources/fixtures/screens");

    private static boolean isEmpty(String program, String scene, double moment) throws IOException {
        var cast = Cast.read(program, RECORDED.resolve(program + "/" + scene + ".cast"));
        return new StatusReader(RealScreens.of(program)).isPromptEmpty(cast.screenAt(moment));
    }

    @ParameterizedTest
    @CsvSource({"startup, 20.6", "permission, 35.2", "dialogs, 39.1", "quote, 20.9", "stream, 27.5", "trouble, 32.6"})
    void a_prompt_that_shows_what_may_be_typed_there_is_empty(String scene, double moment) throws IOException {
        assertThat(isEmpty("qwen", scene, moment)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"interrupt, 25.0", "interrupt, 26.6"})
    void what_the_program_puts_back_after_escape_stands_at_its_prompt(String scene, double moment) throws IOException {
        assertThat(isEmpty("qwen", scene, moment)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"permission, 7.7", "dialogs, 20.4", "dialogs, 32.0", "stream, 10.0", "trouble, 25.1", "startup, 0.5"})
    void so_does_what_somebody_types_and_nothing_is_empty_that_is_not_drawn(String scene, double moment)
            throws IOException {
        assertThat(isEmpty("qwen", scene, moment)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "kimi"})
    void a_prompt_that_does_not_tell_counts_as_empty(String program) throws IOException {
        assertThat(isEmpty(program, "startup", 0.5)).isTrue();
    }
}
