package dev.svc.server.wiring.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class UnusableFileTest {
    private static String sentence(Throwable failed) {
        return String.valueOf(UnusableFile.in(failed).orElseThrow().getMessage());
    }

    @Test
    void a_file_of_another_user_is_named_with_what_to_do() {
        assertThat(sentence(new AccessDeniedException("/home/alex/svc/env")))
                .isEqualTo("/home/alex/svc/env cannot be used (access denied):"
                        + " mend its owner and permissions, or move it aside.");
    }

    @Test
    void a_file_in_the_place_of_a_folder_is_called_so() {
        assertThat(sentence(new FileAlreadyExistsException("/home/alex/svc/logs")))
                .startsWith("/home/alex/svc/logs cannot be used (a file is in its place): ");
    }

    @Test
    void whatever_else_a_file_has_is_said_in_the_systems_words() {
        assertThat(sentence(new FileSystemException("/home/alex/svc/logs", null, "Is a directory")))
                .startsWith("/home/alex/svc/logs cannot be used (Is a directory): ");
    }

    @Test
    void it_is_found_however_deep_it_lies_in_what_failed() {
        var file = new AccessDeniedException("/home/alex/svc/env");
        assertThat(sentence(new IllegalStateException(new UncheckedIOException(file))))
                .contains("/home/alex/svc/env");
    }

    @Test
    void the_outermost_file_is_the_one_that_is_named() {
        var outer = new AccessDeniedException("/outer");
        outer.initCause(new AccessDeniedException("/inner"));
        assertThat(sentence(outer)).startsWith("/outer ");
    }

    @Test
    void a_failure_without_a_file_is_none_of_them() {
        assertThat(UnusableFile.in(new IOException("no space left"))).isEmpty();
        assertThat(UnusableFile.in(new FileSystemException(null))).isEmpty();
    }

    @Test
    void the_command_ends_with_the_code_for_a_home_that_cannot_be_written() {
        assertThat(UnusableFile.in(new AccessDeniedException("/x"))
                        .orElseThrow()
                        .code())
                .isEqualTo(ExitCode.HOME_NOT_WRITABLE);
    }
}
