package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolderTest {
    @TempDir
    private Path folder;

    @Test
    void a_lock_names_its_living_holder() throws IOException {
        Path file = folder.resolve("svc.lock");
        try (HomeLock held = HomeLock.tryTake(file).orElseThrow()) {
            held.announce(8765, "1.2.3");
            Holder holder = Holder.read(file).orElseThrow();
            assertThat(holder.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(holder.port()).isEqualTo(8765);
            assertThat(holder.version()).isEqualTo("1.2.3");
            assertThat(holder.isAlive()).isTrue();
        }
        assertThat(Holder.read(file)).isEmpty();
    }

    @Test
    void a_process_that_got_the_number_later_is_not_the_holder() {
        Instant longAgo = Instant.now().minus(Duration.ofDays(3650));
        assertThat(new Holder(ProcessHandle.current().pid(), longAgo, 1, "").isAlive())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pid=x", "pid=1", "pid=1\nsince=yesterday\nport=1", "\u0000\\u12"})
    void a_damaged_file_names_nobody(String text) throws IOException {
        assertThat(Holder.read(Files.writeString(folder.resolve("lock"), text))).isEmpty();
    }
}
