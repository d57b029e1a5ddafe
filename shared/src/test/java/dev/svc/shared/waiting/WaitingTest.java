package dev.svc.shared.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No test waits for time, or gives up sooner than [Waiting] does. CONTRIBUTING.md says how a test waits instead.
class WaitingTest {
    private static final Pattern CLOCK = Pattern.compile(String.join(
            "|",
            "Thread\\.sleep\\(",
            "\\b(NANOSECONDS|MICROSECONDS|MILLISECONDS|SECONDS|MINUTES)\\.sleep\\(",
            "parkNanos\\(",
            "assertTimeout",
            "@Timeout\\(",
            "setSoTimeout\\((?!Waiting\\.)",
            "\\.(await|poll|get|waitFor|join|orTimeout|tryAcquire)\\([^;]*\\bTimeUnit\\."));

    @Test
    void no_test_has_a_clock_of_its_own() {
        var module = Path.of("").toAbsolutePath();
        var found = Stream.of("shared", "server", "tray")
                .map(name -> module.resolveSibling(name).resolve("src/test/java"))
                .flatMap(WaitingTest::tests)
                .flatMap(file -> clocks(text(file)).map(line -> file.getFileName() + ": " + line))
                .toList();
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thread.sleep(100);",
                "TimeUnit.SECONDS.sleep(1);",
                "LockSupport.parkNanos(1_000_000);",
                "assertTimeout(Duration.ofSeconds(1), () -> {});",
                "@Timeout(30)",
                "@Timeout(Waiting.SECONDS)",
                "socket.setSoTimeout(500);",
                "assertThat(latch.await(5, TimeUnit.SECONDS)).isTrue();",
                "var next = queue.poll(20, TimeUnit.SECONDS);",
                "assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();"
            })
    void a_planted_clock_is_caught(String line) {
        assertThat(clocks("void test() {\n    " + line + "\n}\n")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Waiting.until(() -> answered);",
                "Waiting.countedDown(latch);",
                "socket.setSoTimeout(Waiting.MILLISECONDS);",
                "latch.await();",
                "clock.pass(Duration.ofSeconds(30));"
            })
    void what_waits_for_something_is_not(String line) {
        assertThat(clocks(line)).isEmpty();
    }

    @Test
    void what_comes_late_is_waited_for() {
        var looks = new AtomicInteger();
        Waiting.until(() -> looks.incrementAndGet() > 3);
        assertThat(looks).hasValue(4);
    }

    @Test
    void looking_that_fails_ends_the_waiting_with_its_reason() {
        assertThatThrownBy(() -> Waiting.until(() -> {
                    throw new IOException("gone");
                }))
                .hasRootCauseMessage("gone");
        assertThatThrownBy(() -> Waiting.result(CompletableFuture.failedFuture(new IOException("broken"))))
                .hasRootCauseMessage("broken");
    }

    /// What measures needs a clock, and is no test.
    private static Stream<Path> tests(Path root) {
        try (var files = Files.walk(root)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().endsWith("Bench.java"))
                    .filter(file -> !file.toString().contains("/waiting/"))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<String> clocks(String source) {
        return List.of(source.split("\n", -1)).stream()
                .map(String::strip)
                .filter(line -> CLOCK.matcher(line).find());
    }
}
