package dev.svc.server.wiring.report;

import dev.svc.shared.config.Config;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Facts about the machine and the process; one that is not available is null, never an error.
public final class HostFacts {
    private final Config config;

    HostFacts(Config config) {
        this.config = config;
    }

    public Map<String, @Nullable Object> view() {
        var runtime = ManagementFactory.getRuntimeMXBean();
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put("hostname", hostname());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        facts.put("java", System.getProperty("java.version"));
        facts.put("pid", ProcessHandle.current().pid());
        facts.put("started_at", Instant.ofEpochMilli(runtime.getStartTime()));
        facts.put("cpus", Runtime.getRuntime().availableProcessors());
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        facts.put("load", load < 0 ? null : load);
        facts.put("memory", memory());
        facts.put("disk", disk());
        return facts;
    }

    public static @Nullable String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return null;
        }
    }

    private static Map<String, Long> memory() {
        var memory = ManagementFactory.getMemoryMXBean();
        return Map.of(
                "heap_used", memory.getHeapMemoryUsage().getUsed(),
                "heap_max", memory.getHeapMemoryUsage().getMax(),
                "non_heap_used", memory.getNonHeapMemoryUsage().getUsed());
    }

    private @Nullable Map<String, Long> disk() {
        try {
            FileStore store = Files.getFileStore(config.home().data());
            return Map.of("total", store.getTotalSpace(), "free", store.getUsableSpace());
        } catch (IOException unknown) {
            return null;
        }
    }
}
