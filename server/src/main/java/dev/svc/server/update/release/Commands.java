package dev.svc.server.update.release;

import dev.svc.shared.text.Complaint;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs another program to its end or its deadline; then it is killed with all its children.
public final class Commands {
    private static final System.Logger LOG = System.getLogger(Commands.class.getName());
    private static final int LONGEST_ANSWER = 8 << 20;
    private static final Executor READERS = task -> Thread.ofVirtual().start(task);

    private Commands() {}

    /// How a program ended.
    ///
    /// @param code what it ended with; meaningless when its time was over
    /// @param out what it printed; the first 8 MiB are kept
    public record Outcome(int code, String out, String err, boolean inTime) {
        public boolean succeeded() {
            return inTime && code == 0;
        }

        /// What it complained of, in one line.
        public String complaint() {
            return Complaint.in(err).orElse("it ended with code " + code);
        }
    }

    public static Outcome run(List<String> argv, Path folder, Map<String, String> environment, Duration atMost) {
        return run(argv, folder, environment, atMost, _ -> {}, _ -> {});
    }

    /// Runs a command and waits for its end.
    ///
    /// @param started receives the process at once
    /// @param line receives each line of its error output as it comes, from one other thread
    public static Outcome run(
            List<String> argv,
            Path folder,
            Map<String, String> environment,
            Duration atMost,
            Consumer<ProcessHandle> started,
            Consumer<String> line) {
        var builder =
                new ProcessBuilder(argv).directory(folder.toFile()).redirectInput(Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            var process = builder.start();
            started.accept(process.toHandle());
            return outcome(process, atMost, line);
        } catch (IOException notStarted) {
            throw new UpdateException(
                    "%s cannot be run (%s): install it.".formatted(argv.getFirst(), notStarted.getMessage()));
        }
    }

    private static Outcome outcome(Process process, Duration atMost, Consumer<String> line) {
        var out = CompletableFuture.supplyAsync(() -> text(process.getInputStream()), READERS);
        var err = CompletableFuture.supplyAsync(() -> told(process.getErrorStream(), line), READERS);
        boolean inTime = false;
        try {
            inTime = process.waitFor(atMost);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            end(process);
        }
        return new Outcome(inTime ? process.exitValue() : -1, soon(out), soon(err), inTime);
    }

    /// A stranger that inherited the pipe and lives on must not block us.
    private static String soon(CompletableFuture<String> text) {
        return text.completeOnTimeout("", 5, TimeUnit.SECONDS).join();
    }

    /// Kills what is left of it, listing the children first, so that none of them keeps a pipe open.
    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// Reads to the end and hands each line on as it comes; keeps the beginning.
    private static String told(InputStream stream, Consumer<String> line) {
        var kept = new StringBuilder();
        try (var lines = new BoundedLines(stream)) {
            for (String next = lines.next(); next != null; next = lines.next()) {
                if (kept.length() < LONGEST_ANSWER) {
                    kept.append(next).append('\n');
                }
                if (!next.isBlank()) {
                    line.accept(next);
                }
            }
        } catch (IOException killed) {
            LOG.log(Level.DEBUG, "the output of a killed program is incomplete", killed);
        }
        return kept.toString();
    }

    /// Reads to the end and keeps the beginning: endless output must not fill the memory.
    private static String text(InputStream stream) {
        var kept = new ByteArrayOutputStream();
        try (stream) {
            kept.writeBytes(stream.readNBytes(LONGEST_ANSWER));
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException killed) {
            LOG.log(Level.DEBUG, "the output of a killed program is incomplete", killed);
        }
        return kept.toString(StandardCharsets.UTF_8);
    }
}
