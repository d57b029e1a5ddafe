package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeCleanupTest {
    @TempDir
    Path folder = Path.of("");

    private ClaudeCleanup saying(String settings) throws Exception {
        return new ClaudeCleanup(Files.writeString(folder.toRealPath().resolve("settings.json"), settings));
    }

    @Test
    void without_a_setting_it_is_thirty_days() throws Exception {
        assertThat(new ClaudeCleanup(folder.resolve("absent.json")).after()).contains(Duration.ofDays(30));
        assertThat(saying("{\"theme\": \"dark\"}").after()).contains(Duration.ofDays(30));
        assertThat(saying("{\"cleanupPeriodDays\": \"never\"}").after()).contains(Duration.ofDays(30));
    }

    @Test
    void the_setting_is_what_counts() throws Exception {
        assertThat(saying("{\"cleanupPeriodDays\": 90}").after()).contains(Duration.ofDays(90));
        assertThat(saying("{\"cleanupPeriodDays\": 0}").after()).contains(Duration.ZERO);
        assertThat(saying("{\"cleanupPeriodDays\": 1e300}").after()).contains(Duration.ofDays(36_500));
    }

    @Test
    void settings_that_cannot_be_read_say_nothing() throws Exception {
        assertThat(saying("{\"cleanupPeriodDays\": ").after()).isEmpty();
    }
}
