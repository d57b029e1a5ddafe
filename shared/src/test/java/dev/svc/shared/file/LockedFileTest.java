package dev.svc.shared.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
    private static final int TURNS = 2_000; // a lock that is lost now and then loses some of so many
    private static final int THREADS = 3;

    @TempDir
    private Path folder;

    /// Another process that counts in the same file.
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws Exception {
            count(Path.of(arguments[0]));
        }
    }

    @Test
    void threads_of_two_processes_take_turns_and_no_change_is_lost() throws Exception {
        Path file = Files.writeString(folder.resolve("number"), "0");
        var other = other(file);
        try {
            Waiting.until(() -> Files.exists(folder.resolve("number.lock")) || !other.isAlive());
            count(file);
            assertThat(Waiting.exitCode(other)).isZero();
        } finally {
            other.destroyForcibly();
        }
        assertThat(number(file)).isEqualTo(2L * THREADS * TURNS);
    }

    /// Not atomic by itself, so that two at once would show.
    private static void count(Path file) throws InterruptedException, ExecutionException {
        Callable<Boolean> counting = () -> {
            for (int i = 0; i < TURNS; i++) {
                LockedFile.change(file, () -> Files.writeString(file, Long.toString(number(file) + 1)));
            }
            return true;
        };
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            var all = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < THREADS; i++) {
                all.add(counting);
            }
            for (var one : threads.invokeAll(all)) {
                assertThat(one.get()).isTrue();
            }
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file));
    }

    private Process other(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
    }

    @Test
    void work_that_wants_its_own_turn_again_is_refused_and_does_not_wait_for_itself() throws IOException {
        Path file = folder.resolve("file");
        assertThatThrownBy(() -> LockedFile.change(file, () -> LockedFile.change(file, () -> {})))
                .isInstanceOf(OverlappingFileLockException.class);
        assertThat(LockedFile.under(folder.resolve("file.lock"), () -> "its turn"))
                .isEqualTo("its turn");
    }
}
