package dev.svc.server.terminal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.control.StuckFile;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForegroundTest {
    @TempDir
    Path processes;

    private void inFront(String commandLine) throws IOException {
        inFront(commandLine, 7_000);
    }

    /// @param wordsBegin where in its memory: elsewhere in that of another program
    private void inFront(String commandLine, int wordsBegin) throws IOException {
        Files.writeString(
                Files.createDirectories(processes.resolve("10")).resolve("stat"),
                "10 (a ) b) S 1 10 10 34816 42 4194304 0 0");
        var group = Files.createDirectories(processes.resolve("42"));
        Files.writeString(
                group.resolve("stat"),
                "42 (c) S 10 42 10 34816 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 17 1 0 0 "
                        + "0 0 0 0 0 0 %d %d 0 0 0".formatted(wordsBegin, wordsBegin + commandLine.length()));
        Files.writeString(group.resolve("cmdline"), commandLine.replace(' ', '\0'));
    }

    private Foreground foreground() {
        return new Foreground(processes, new ProcessMemory(processes, Waiting.PATIENCE));
    }

    @ParameterizedTest
    @CsvSource({
        "/bin/bash -l, false",
        "-zsh, false",
        "fish, false",
        "sh -l -c make, true",
        "bash deploy.sh, true",
        "make all, true",
        "vim, true"
    })
    void a_shell_alone_waits_and_all_else_is_at_work(String commandLine, boolean busy) throws IOException {
        inFront(commandLine);
        assertThat(foreground().isBusy(10)).isEqualTo(busy);
    }

    @Test
    void a_command_that_is_stuck_is_at_work() throws Exception {
        inFront("ls");
        var stuck = StuckFile.at(processes.resolve("42/cmdline"));
        var foreground = new Foreground(processes, new ProcessMemory(processes, Duration.ofMillis(1)));
        assertThat(foreground.isBusy(10)).isTrue();
        stuck.release();
        inFront("bash");
        Waiting.until(() -> "its words", () -> !foreground.isBusy(10));
    }

    @Test
    void the_words_of_a_program_are_read_once() throws IOException {
        inFront("bash", 7_000);
        var foreground = foreground();
        assertThat(foreground.isBusy(10)).isFalse();
        inFront("make", 7_000);
        assertThat(foreground.isBusy(10)).isFalse();
    }

    @Test
    void a_shell_that_becomes_another_program_is_at_work() throws IOException {
        inFront("bash", 7_000);
        var foreground = foreground();
        assertThat(foreground.isBusy(10)).isFalse();
        inFront("make", 8_000);
        assertThat(foreground.isBusy(10)).isTrue();
        inFront("bash", 9_000);
        assertThat(foreground.isBusy(10)).isFalse();
    }

    @Test
    void what_is_not_known_is_not_at_work() throws IOException {
        assertThat(foreground().isBusy(10)).isFalse();
        Files.writeString(Files.createDirectories(processes.resolve("11")).resolve("stat"), "11 (x) S");
        assertThat(foreground().isBusy(11)).isFalse();
    }
}
