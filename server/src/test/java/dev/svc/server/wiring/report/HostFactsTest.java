package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
    @TempDir
    private Path folder;

    private static HostFacts of(Path home) {
        var platform = new Platform(Platform.Family.LINUX, home, Map.of("SVC_HOME", home.toString()));
        return new HostFacts(Config.load(platform, null));
    }

    @Test
    void they_are_of_this_process_on_this_machine() {
        var started = ManagementFactory.getRuntimeMXBean().getStartTime();
        assertThat(of(folder).view())
                .containsEntry("pid", ProcessHandle.current().pid())
                .containsEntry("java", System.getProperty("java.version"))
                .containsEntry("arch", System.getProperty("os.arch"))
                .containsEntry("os", System.getProperty("os.name") + " " + System.getProperty("os.version"))
                .containsEntry("cpus", Runtime.getRuntime().availableProcessors())
                .containsEntry("hostname", HostFacts.hostname())
                .containsEntry("started_at", Instant.ofEpochMilli(started));
    }

    @Test
    void the_disk_is_the_one_that_the_home_lies_on() {
        assertThat(of(folder).view().get("disk"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
                .containsOnlyKeys("total", "free")
                .containsEntry("total", folder.toFile().getTotalSpace());
    }

    @Test
    void a_disk_that_cannot_be_looked_at_is_null_and_no_failure() {
        assertThat(of(folder.resolve("absent")).view()).containsEntry("disk", null);
    }

    @Test
    void the_memory_in_use_is_part_of_what_may_be_used() {
        assertThat(of(folder).view().get("memory"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
                .containsOnlyKeys("heap_used", "heap_max", "non_heap_used")
                .containsEntry("heap_max", Runtime.getRuntime().maxMemory())
                .satisfies(it -> assertThat(it.get("heap_used")).isPositive().isLessThanOrEqualTo(it.get("heap_max")));
    }
}
