package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostRunTest {
    @TempDir
    private Path proc;

    @BeforeEach
    void a_host() throws IOException {
        boot("3b1f");
        first("1 (a ) b) S 0 1 1 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 1 0 7 1 1");
    }

    private void boot(String id) throws IOException {
        Files.writeString(
                Files.createDirectories(proc.resolve("sys/kernel/random")).resolve("boot_id"), id + "\n");
    }

    private void first(String stat) throws IOException {
        Files.writeString(Files.createDirectories(proc.resolve("1")).resolve("stat"), stat);
    }

    @Test
    void another_boot_is_another_run() throws IOException {
        assertThat(HostRun.name(proc)).contains("3b1f 7");
        boot("3b20");
        assertThat(HostRun.name(proc)).contains("3b20 7");
    }

    @Test
    void a_container_that_starts_again_is_another_run_of_the_same_boot() throws IOException {
        first("1 (init) S 0 1 1 0 -1 4194560 1 1 1 1 1 1 1 1 20 0 1 0 8 1 1");
        assertThat(HostRun.name(proc)).contains("3b1f 8");
    }

    @Test
    void where_the_system_does_not_say_it_nobody_knows() throws IOException {
        first("1 (init) S");
        assertThat(HostRun.name(proc)).isEmpty();
        boot("");
        assertThat(HostRun.name(proc)).isEmpty();
        assertThat(HostRun.name(proc.resolve("none"))).isEmpty();
    }

    @Test
    void the_present_run_keeps_its_name() {
        assertThat(HostRun.name()).isEqualTo(HostRun.name());
    }
}
