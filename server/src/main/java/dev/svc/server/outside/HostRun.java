package dev.svc.server.outside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// From one start of the host, or of the container, to the next.
public final class HostRun {
    private static final int START = 19;

    private HostRun() {}

    /// A name of the present one; empty where nobody knows when it began.
    public static Optional<String> name() {
        return name(Path.of("/proc"))
                .or(() -> ProcessHandle.of(1)
                        .flatMap(it -> it.info().startInstant())
                        .map(Instant::toString));
    }

    /// A container that starts again has the host's boot, and another first process.
    static Optional<String> name(Path proc) {
        try {
            var boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            var stat = Files.readString(proc.resolve("1/stat"), StandardCharsets.ISO_8859_1);
            var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", START + 2);
            return boot.isEmpty() || fields.length <= START
                    ? Optional.empty()
                    : Optional.of(boot + " " + fields[START]);
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
