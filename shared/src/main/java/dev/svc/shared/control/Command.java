package dev.svc.shared.control;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs a program of the host by its arguments, never through a shell, and never past its deadline.
public final class Command {
    private static final int MOST_CHARACTERS = 256 << 10;

    private final Map<String, String> environment;

    /// Runs programs with this environment.
    ///
    /// @param environment the whole environment of what is run; its PATH is where programs are looked for
    public Command(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /// How a program ended, and what it printed to either stream.
    public record Outcome(int code, String output) {
        public boolean succeeded() {
            return code == 0;
        }

        /// The last line that says something.
        public String lastLine() {
            return output.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .reduce("", (former, line) -> line);
        }
    }

    /// Where a program lies on PATH.
    public Optional<Path> find(String name) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder).resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /// Runs to the end, or kills it at its deadline.
    public Outcome run(Duration patience, List<String> argv) {
        return run(patience, argv, "");
    }

    /// Runs to the end with an input.
    ///
    /// @param input what the program reads from its standard input
    public Outcome run(Duration patience, List<String> argv, String input) {
        var process = started(argv, ProcessBuilder.Redirect.PIPE);
        var output = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> output.complete(text(process)));
        try {
            hand(process, input);
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ControlException("%s did not end within %d seconds; look whether it hangs and try again."
                        .formatted(argv.getFirst(), patience.toSeconds()));
            }
            // A grandchild may keep the pipe open: only what came until now is awaited.
            return new Outcome(
                    process.exitValue(),
                    output.completeOnTimeout("", 1, TimeUnit.SECONDS).join());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ControlException(argv.getFirst() + " was interrupted; try again.");
        } finally {
            process.destroyForcibly();
        }
    }

    /// Starts a program that may live as long as it likes. False when it failed within a moment.
    public boolean launch(List<String> argv) {
        var process = started(argv, ProcessBuilder.Redirect.DISCARD);
        try {
            return !process.waitFor(2, TimeUnit.SECONDS) || process.exitValue() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private Process started(List<String> argv, ProcessBuilder.Redirect output) {
        var words = new ArrayList<>(argv);
        // The JVM would look for a bare name on its own PATH instead of this one.
        find(argv.getFirst()).ifPresent(program -> words.set(0, program.toString()));
        var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new ControlException("%s cannot be run (%s).".formatted(argv.getFirst(), failure.getMessage()));
        }
    }

    private static void hand(Process process, String input) {
        try (var pipe = process.getOutputStream()) {
            pipe.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException endedBefore) {
            // Its exit code says more than the broken pipe.
        }
    }

    private static String text(Process process) {
        try (var stream = process.getInputStream()) {
            return new String(stream.readNBytes(MOST_CHARACTERS), StandardCharsets.UTF_8);
        } catch (IOException ended) {
            return "";
        }
    }
}
