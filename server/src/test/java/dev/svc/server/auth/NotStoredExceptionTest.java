package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.file.LockHeldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotStoredExceptionTest {
    @Test
    void a_disk_that_refuses_is_what_to_look_at() {
        assertThat(new NotStoredException("The new token", new IOException("no space left on device")))
                .hasMessage("The new token could not be stored, so nothing changed: look at the disk of the host.");
    }

    @Test
    void a_lock_that_is_held_is_what_to_look_at(@TempDir Path folder) throws IOException {
        var lock = Files.createFile(folder.resolve("env.lock"));
        assertThat(new NotStoredException("The new token", new LockHeldException(lock, Duration.ofSeconds(20))))
                .hasMessageStartingWith("The new token could not be stored. Another process")
                .hasMessageContaining(lock + " for 20 s or longer: end it and try again. Nothing was changed.");
    }
}
