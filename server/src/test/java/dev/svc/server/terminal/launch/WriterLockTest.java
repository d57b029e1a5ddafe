package dev.svc.server.terminal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WriterLockTest {
    private static final SessionId SESSION =
            new SessionId(EngineKey.CLAUDE_CODE, "95e9e158-3f6b-4143-9835-42e25a03ef15");

    @TempDir
    Path folder;

    private ProcessHandle writer = ProcessHandle.current();
    private WriterLock lock;

    @BeforeEach
    void a_writer() throws IOException {
        writer = new ProcessBuilder("sleep", "1000").start().toHandle();
        lock = new WriterLock(folder.resolve("locks"));
        lock.take(SESSION, writer);
    }

    @AfterEach
    void end() {
        writer.destroyForcibly();
        writer.onExit().join();
    }

    private Path file() {
        return folder.resolve("locks").resolve(LaunchRecord.nameOf(SESSION) + ".lock");
    }

    private List<String> words() throws IOException {
        return List.of(Files.readString(file()).strip().split(" ", -1));
    }

    /// @param at which word of the lock is another one
    private void but(int at, String word) throws IOException {
        var words = new ArrayList<>(words());
        words.set(at, word);
        Files.writeString(file(), String.join(" ", words) + "\n");
    }

    private String since() {
        return Long.toString(
                writer.info().startInstant().map(Instant::toEpochMilli).orElseThrow());
    }

    @Test
    void a_process_that_lives_keeps_others_out() throws IOException {
        assertThat(lock.take(SESSION, ProcessHandle.current())).contains(writer);
        assertThat(lock.take(SESSION, writer)).isEmpty();
    }

    @Test
    void a_process_that_has_ended_keeps_nobody_out() throws IOException {
        end();
        assertThat(lock.take(SESSION, ProcessHandle.current())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_clock_that_is_set_frees_no_lock() throws IOException {
        but(1, "12345");
        assertThat(lock.take(SESSION, ProcessHandle.current())).contains(writer);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void another_process_with_the_same_number_keeps_nobody_out() throws IOException {
        but(3, "1");
        assertThat(lock.take(SESSION, ProcessHandle.current())).isEmpty();
    }

    @Test
    void former_releases_find_what_they_compare() throws IOException {
        assertThat(words()).startsWith(Long.toString(writer.pid()), since(), SESSION.toString());
    }

    @Test
    void a_lock_of_a_former_release_counts() throws IOException {
        Files.writeString(file(), writer.pid() + " " + since() + " " + SESSION + "\n");
        assertThat(lock.take(SESSION, ProcessHandle.current())).contains(writer);
        Files.writeString(file(), writer.pid() + " 12345 " + SESSION + "\n");
        assertThat(lock.take(SESSION, ProcessHandle.current())).isEmpty();
    }

    @Test
    void a_damaged_lock_keeps_nobody_out() throws IOException {
        for (var damaged : List.of("", "x", "x y z", writer.pid() + "", "\0")) {
            Files.writeString(file(), damaged);
            assertThat(lock.take(SESSION, ProcessHandle.current())).isEmpty();
        }
    }
}
