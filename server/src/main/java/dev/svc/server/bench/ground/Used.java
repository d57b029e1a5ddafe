package dev.svc.server.bench.ground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;

/// What a process has used.
public final class Used {
    private Used() {}

    /// Time of a processor, in seconds.
    public static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /// Memory that it has now, in megabytes; empty where the system does not tell.
    public static OptionalDouble resident(ProcessHandle process) throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return OptionalDouble.empty();
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst();
    }
}
