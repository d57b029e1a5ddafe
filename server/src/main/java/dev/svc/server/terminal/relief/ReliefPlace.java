package dev.svc.server.terminal.relief;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Where a relief of this home can be found: the socket that it listens on, and who it is.
record Place(Path folder) {
    Path socket() {
        return folder.resolve("relief");
    }

    Path log() {
        return folder.resolve("relief.log");
    }

    private Path process() {
        return folder.resolve("relief.process");
    }

    /// Writes down that this process is the relief from now on.
    void enter() throws IOException {
        Files.deleteIfExists(socket());
        OwnerOnly.write(process(), own());
    }

    /// Whether this process still is; also false where the folder has gone.
    boolean isOwn() {
        try {
            return Files.readString(process()).equals(own());
        } catch (IOException gone) {
            return false;
        }
    }

    void leave() throws IOException {
        if (isOwn()) {
            Files.deleteIfExists(socket());
            Files.deleteIfExists(process());
        }
    }

    private static String own() {
        return written(ProcessHandle.current());
    }

    private static String written(ProcessHandle process) {
        return "pid=%d%nstarted=%d%n".formatted(process.pid(), started(process));
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(it -> it.toEpochMilli()).orElse(0L);
    }

    /// The relief that lives; a process that merely has its number is another one.
    Optional<ProcessHandle> relief() {
        var lines = new Properties();
        try {
            String text = Files.readString(process());
            lines.load(new StringReader(text));
            return ProcessHandle.of(Long.parseLong(lines.getProperty("pid", "")))
                    .filter(it -> it.isAlive() && written(it).equals(text));
        } catch (IOException | IllegalArgumentException nobody) {
            return Optional.empty();
        }
    }

    /// Ends the relief that is left, and removes what is left of it. Nobody writes to a ring after that.
    void clear(Duration patience) throws IOException {
        var left = relief();
        if (left.isPresent()) {
            left.get().destroyForcibly();
            try {
                left.get().onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException stays) {
                throw new IOException("the former relief (process " + left.get().pid() + ") does not end", stays);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", stopped);
            }
        }
        Files.deleteIfExists(socket());
        Files.deleteIfExists(process());
    }
}
