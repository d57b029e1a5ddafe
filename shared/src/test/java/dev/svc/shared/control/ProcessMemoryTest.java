package dev.svc.shared.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final int MOST = 100;

    @TempDir
    private Path proc;

    private Path words(long pid) throws IOException {
        return Files.createDirectories(proc.resolve(Long.toString(pid))).resolve("cmdline");
    }

    private void living(long pid, String words) throws IOException {
        Files.writeString(words(pid), words);
    }

    private static String read(ProcessMemory memory, long pid) throws IOException {
        return new String(memory.read(pid, "cmdline", MOST), UTF_8);
    }

    @Test
    void what_is_read_is_what_stands_there_and_no_more_than_was_asked_for() throws IOException {
        living(1, "one");
        living(2, "a".repeat(MOST + 1));
        var memory = new ProcessMemory(proc, Waiting.PATIENCE);
        assertThat(read(memory, 1)).isEqualTo("one");
        assertThat(read(memory, 2)).hasSize(MOST);
    }

    @Test
    void a_process_that_is_gone_is_not_a_stuck_one() {
        var memory = new ProcessMemory(proc, Waiting.PATIENCE);
        assertThatThrownBy(() -> read(memory, 3))
                .isNotInstanceOf(StuckProcessException.class)
                .hasCauseInstanceOf(NoSuchFileException.class);
    }

    @Test
    void nobody_waits_for_a_process_that_is_stuck_and_it_is_read_when_it_is_not_any_more() throws Exception {
        var stuck = StuckFile.at(words(4));
        var memory = new ProcessMemory(proc, SHORT);
        assertThatThrownBy(() -> read(memory, 4)).isInstanceOf(StuckProcessException.class);
        assertThatThrownBy(() -> read(memory, 4)).isInstanceOf(StuckProcessException.class);
        stuck.release();
        living(4, "free");
        Waiting.until(() -> readNow(memory, 4).equals("free"));
    }

    private static String readNow(ProcessMemory memory, long pid) throws IOException {
        try {
            return read(memory, pid);
        } catch (StuckProcessException stillStuck) {
            return "";
        }
    }
}
