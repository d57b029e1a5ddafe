package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiCleanupTest {
    @TempDir
    Path folder = Path.of("");

    private GeminiCleanup saying(String settings) throws Exception {
        return new GeminiCleanup(Files.writeString(folder.toRealPath().resolve("settings.json"), settings));
    }

    private GeminiCleanup retaining(String retention) throws Exception {
        return saying("{\"general\": {\"sessionRetention\": %s}}".formatted(retention));
    }

    @Test
    void without_a_setting_it_is_thirty_days() throws Exception {
        assertThat(new GeminiCleanup(folder.resolve("absent.json")).after()).contains(Duration.ofDays(30));
        assertThat(saying("{ /* nothing */ }").after()).contains(Duration.ofDays(30));
        assertThat(retaining("{\"enabled\": true}").after()).contains(Duration.ofDays(30));
    }

    @Test
    void an_age_is_read_as_the_program_writes_it() throws Exception {
        assertThat(retaining("{\"maxAge\": \"12h\"}").after()).contains(Duration.ofHours(12));
        assertThat(retaining("{\"maxAge\": \"7d\"}").after()).contains(Duration.ofDays(7));
        assertThat(retaining("{\"maxAge\": \"2w\"}").after()).contains(Duration.ofDays(14));
        assertThat(retaining("{\"maxAge\": \"3m\"}").after()).contains(Duration.ofDays(90));
    }

    @Test
    void nothing_is_said_where_nothing_is_deleted_or_nobody_can_tell() throws Exception {
        assertThat(retaining("{\"enabled\": false}").after()).isEmpty();
        assertThat(retaining("{\"maxAge\": \"soon\"}").after()).isEmpty();
        assertThat(saying("{").after()).isEmpty();
    }
}
