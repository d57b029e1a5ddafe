package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
    @TempDir
    Path home;

    @Test
    void the_program_is_told_not_to_clean_up_after_a_resume() throws IOException {
        assertThat(defaults()).isEqualTo("{\"general\":{\"sessionRetention\":{\"enabled\":false}}}");
        assertThat(defaults()).isEqualTo(defaults());
    }

    @Test
    void the_machine_s_own_defaults_are_taken_along() throws IOException {
        machines("// for all of us\n{\"ui\":{\"theme\":\"Dark\"},\"general\":{\"vimMode\":true}}");
        assertThat(defaults())
                .isEqualTo("{\"ui\":{\"theme\":\"Dark\"},\"general\":{\"vimMode\":true,"
                        + "\"sessionRetention\":{\"enabled\":false}}}");
    }

    @Test
    void what_the_machine_s_defaults_decide_stays_decided() throws IOException {
        machines("{\"general\":{\"sessionRetention\":{\"enabled\":true}}}");
        assertThat(retention().environment()).isEmpty();
    }

    @Test
    void defaults_that_cannot_be_understood_are_left_alone() throws IOException {
        for (String odd :
                List.of("{broken", "[]", "{\"general\":7}", "{\"general\":{\"sessionRetention\":\"never\"}}")) {
            machines(odd);
            assertThat(retention().environment()).as(odd).isEmpty();
        }
    }

    @Test
    void a_launch_does_not_fail_where_nothing_can_be_written() throws IOException {
        Files.writeString(home.resolve("own"), "a file in the place of the folder");
        assertThat(retention().environment()).isEmpty();
    }

    @Test
    void nothing_is_handed_over_that_the_program_would_refuse() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(new Retention(settings(), home.resolve("own")).environment()).isEmpty();
        assertThat(home.resolve("own")).doesNotExist();
    }

    @Test
    void only_root_s_own_places_are_taken_by_the_program() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(RootOwned.isMet(Path.of("/usr/lib"))).isTrue();
        assertThat(RootOwned.isMet(Path.of("/usr/not-there/yet"))).isTrue();
        assertThat(RootOwned.isMet(Path.of("/tmp"))).isFalse();
        assertThat(RootOwned.isMet(home)).isFalse();
    }

    private void machines(String content) throws IOException {
        Files.createDirectories(home.resolve("etc"));
        Files.writeString(home.resolve("etc/system-defaults.json"), content);
    }

    private String defaults() throws IOException {
        Path named = Path.of(Objects.requireNonNull(retention().environment().get("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")));
        return new ObjectMapper().readTree(named.toFile()).toString();
    }

    private Retention retention() {
        return new Retention(settings(), home.resolve("own"), path -> true);
    }

    private EngineSettings settings() {
        var environment = Map.of(
                "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
                home.resolve("etc/system-defaults.json").toString());
        return new EngineSettings(home, List.of(), null, null, environment);
    }
}
