package dev.svc.server.terminal.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DefaultSignalsTest {
    @TempDir
    private Path folder;

    @Test
    void nothing_stands_before_a_program_whose_signals_are_as_they_should_be() throws IOException {
        assertThat(DefaultSignals.front(status("0000000000001000"))).isEmpty();
        assertThat(DefaultSignals.front(folder.resolve("nothing"))).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_program_started_where_signals_are_ignored_hears_them() throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh"));
        command.addAll(DefaultSignals.front(status("0000000000000007")));
        command.addAll(List.of("grep", "SigIgn", "/proc/self/status"));
        var process = new ProcessBuilder(command).start();

        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).matches("SigIgn:\\s+[0-9a-f]+[08]\\n");
    }

    private Path status(String ignored) throws IOException {
        return Files.writeString(folder.resolve("status"), "Name:\tjava\nSigIgn:\t" + ignored + "\nSigCgt:\t7\n");
    }
}
