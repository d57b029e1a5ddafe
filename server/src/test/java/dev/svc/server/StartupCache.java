package dev.svc.server;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The start-up cache of the built jar, for the many processes that tests start: trained by whoever needs it first,
/// once
/// for all forks of a run. Without it a start takes half as long again, which is all that a failed training costs.
final class StartupCache {
    private static final Path JAR = Path.of("target/svc.jar");
    private static final Path CACHE = Path.of("target/tests.aot");

    /// The JVM's own remarks belong where they are not taken for the program's words.
    private static final List<String> QUIET = List.of("-Xlog:disable", "-Xlog:all=error:stderr");

    private StartupCache() {}

    /// Options of a JVM that runs the jar.
    static List<String> options() {
        try (var lock = FileChannel.open(
                        Path.of("target/tests.aot.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = lock.lock()) {
            if (!isCurrent()) {
                train();
            }
            return isCurrent() ? List.of("-XX:AOTCache=" + CACHE, QUIET.getFirst(), QUIET.getLast()) : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /// The JVM does not notice a cache of older classes.
    private static boolean isCurrent() throws IOException {
        return Files.exists(CACHE) && Files.getLastModifiedTime(CACHE).compareTo(Files.getLastModifiedTime(JAR)) >= 0;
    }

    private static void train() throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@jvm.options"));
        command.addAll(QUIET);
        command.addAll(List.of("-XX:AOTCacheOutput=" + CACHE, "-Dsvc.root=..", "-jar", JAR.toString(), "rehearse"));
        var training = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        Waiting.exitCode(training);
    }
}
