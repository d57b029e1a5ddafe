package dev.svc.server.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// On what something was measured, and how busy it was.
///
/// @param load of the last minute; negative where the system does not tell
/// @param processor its name; empty where the system does not tell
record Machine(Instant at, int cores, String processor, String system, String java, double load) {
    static Machine now() {
        return new Machine(
                Instant.now(),
                Runtime.getRuntime().availableProcessors(),
                processorName(),
                System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""),
                System.getProperty("java.vm.version", ""),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String processorName() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException untold) {
            return "";
        }
    }
}
