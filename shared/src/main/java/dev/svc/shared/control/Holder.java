package dev.svc.shared.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/// The process that holds a home's lock, as it described itself. Reading this never touches the lock, which could make
/// a starting service miss it.
///
/// @param port where it answers; 0 while it does not yet
/// @param version what it is; empty when it did not say
public record Holder(long pid, Instant since, int port, String version) {
    /// The clock may have been set between the process start and the taking of its lock, by this much.
    private static final Duration SLACK = Duration.ofMinutes(1);

    /// The last process that took the lock and did not release it; it may have died since.
    public static Optional<Holder> read(Path lockFile) {
        var lines = new Properties();
        try (var text = Files.newBufferedReader(lockFile)) {
            lines.load(text);
            return Optional.of(new Holder(
                    Long.parseLong(lines.getProperty("pid", "")),
                    Instant.parse(lines.getProperty("since", "")),
                    Integer.parseInt(lines.getProperty("port", "0")),
                    lines.getProperty("version", "")));
        } catch (IOException | DateTimeException | IllegalArgumentException nothingToRead) {
            return Optional.empty();
        }
    }

    /// The process, unless it is gone; one that started after the lock was taken just reuses the process id.
    public Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(Liveness::isRunning).filter(this::beganBefore);
    }

    private boolean beganBefore(ProcessHandle process) {
        return Liveness.since(process)
                .map(start -> start.isBefore(since.plus(SLACK)))
                .orElse(true);
    }

    public boolean isAlive() {
        return process().isPresent();
    }
}
