package dev.svc.server.outside;

import dev.svc.shared.control.Liveness;
import dev.svc.shared.control.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// From one start of the host, or of the container, to the next.
public final class HostRun {
    private HostRun() {}

    /// A name of the present one; empty where nobody knows when it began.
    public static Optional<String> name() {
        return name(Path.of("/proc"))
                .or(() -> ProcessHandle.of(1).flatMap(Liveness::since).map(Instant::toString));
    }

    /// A container that starts again has the host's boot, and another first process.
    static Optional<String> name(Path proc) {
        try {
            var boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            var name = boot + " " + ProcessState.of(proc, 1).start();
            return boot.isEmpty() ? Optional.empty() : Optional.of(name);
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
