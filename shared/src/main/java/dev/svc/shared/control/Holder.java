package dev.svc.shared.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/// The process that holds a home's lock, as it wrote about itself. Reading this never touches the lock, which a service
/// that is about to start could miss.
///
/// @param port where it answers; 0 while it does not yet
/// @param version what it is; empty when it did not say
public record Holder(long pid, Instant since, int port, String version) {
    /// How far the clock may have been set between the start of the process and the taking of its lock.
    private static final Duration SLACK = Duration.ofMinutes(1);

    /// Who last took the lock and did not give it back; it may have died since.
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

    /// The process, unless it is gone; one that began after the lock was taken got the number later.
    public Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::beganBefore);
    }

    private boolean beganBefore(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(start -> start.isBefore(since.plus(SLACK)))
                .orElse(true);
    }

    public boolean isAlive() {
        return process().isPresent();
    }
}
