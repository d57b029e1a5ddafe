package dev.svc.shared.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
    private static final int TURNS = 2_000; // a lock that is lost now and then loses some of so many
    private static final int THREADS = 3;
    private static final Duration SHORT = Duration.ofMillis(1);

    @TempDir
    private Path folder;

    /// Another process that counts in the same file.
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws Exception {
            count(Path.of(arguments[0]));
        }
    }

    /// Another process that keeps a lock until its input ends.
    static final class Holding {
        private Holding() {}

        public static void main(String[] arguments) throws IOException {
            LockedFile.under(Path.of(arguments[0]), () -> {
                System.out.println("locked");
                return System.in.read();
            });
        }
    }

    @Test
    void threads_of_two_processes_take_turns_and_no_change_is_lost() throws Exception {
        Path file = Files.writeString(folder.resolve("number"), "0");
        var other = other(Other.class, file).inheritIO().start();
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
                LockedFile.under(
                        file.resolveSibling("number.lock"),
                        Waiting.PATIENCE,
                        () -> Files.writeString(file, Long.toString(number(file) + 1)));
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

    private static ProcessBuilder other(Class<?> program, Path file) {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                file.toString());
    }

    @Test
    void a_lock_that_another_process_keeps_is_given_up_and_its_holder_is_named() throws Exception {
        Path lock = folder.resolve("lock");
        var holding = other(Holding.class, lock).redirectError(Redirect.INHERIT).start();
        try {
            assertThat(holding.inputReader().readLine()).isEqualTo("locked");
            for (var threads : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
                var given = new CompletableFuture<Throwable>();
                threads.start(() -> given.complete(catchThrowable(() -> LockedFile.under(lock, SHORT, () -> "done"))));
                assertThat(Waiting.result(given))
                        .isInstanceOf(LockHeldException.class)
                        .hasMessageStartingWith("Process " + holding.pid() + " has held the lock ")
                        .hasMessageContaining(lock.toString());
            }
            holding.outputWriter().close();
            assertThat(Waiting.exitCode(holding)).isZero();
        } finally {
            holding.destroyForcibly();
        }
        assertThat(LockedFile.under(lock, () -> "done")).isEqualTo("done");
    }

    @Test
    void who_waits_gets_the_lock_when_the_other_process_lets_go() throws Exception {
        Path lock = folder.resolve("lock");
        var holding = other(Holding.class, lock).redirectError(Redirect.INHERIT).start();
        try (var waiting = Executors.newSingleThreadExecutor()) {
            assertThat(holding.inputReader().readLine()).isEqualTo("locked");
            var done = waiting.submit(() -> LockedFile.under(lock, Waiting.PATIENCE, () -> "done"));
            holding.outputWriter().close();
            assertThat(done.get()).isEqualTo("done");
        } finally {
            holding.destroyForcibly();
        }
    }

    @Test
    void only_the_process_that_holds_a_file_is_its_holder() {
        var locks = List.of(
                "1: FLOCK  ADVISORY  WRITE 11 fe:00:77 0 EOF",
                "2: POSIX  ADVISORY  WRITE 22 fe:00:78 0 EOF",
                "3: POSIX  ADVISORY  WRITE 33 fe:00:77 0 EOF",
                "3: -> POSIX  ADVISORY  WRITE 44 fe:00:77 0 EOF",
                "4: POSIX  ADVISORY  WRITE 0 fe:00:79 0 EOF");
        assertThat(LockHeldException.pid(locks, "fe:00:77")).hasValue(33);
        assertThat(LockHeldException.pid(locks, "fe:00:79")).isEmpty();
        assertThat(LockHeldException.pid(locks, "fe:00:80")).isEmpty();
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
