package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiProviderTest {
    private static final String ID = "6738aeb0-1aae-43d7-b4ce-7151b1d33273";

    @TempDir
    Path home;

    /// Stands for the machine's own defaults, so that none of this machine are read.
    private Path machines = Path.of("/nowhere");

    @BeforeEach
    void no_defaults_on_this_machine() {
        machines = home.resolve("etc/system-defaults.json");
    }

    @Test
    void the_store_is_where_the_program_would_put_it() {
        assertThat(provider(null, Map.of()).store().location()).isEqualTo(home.resolve(".gemini/tmp"));
        assertThat(provider(null, Map.of("GEMINI_CLI_HOME", "/g")).store().location())
                .isEqualTo(Path.of("/g/.gemini/tmp"));
        assertThat(provider(Path.of("/chosen/.gemini/tmp"), Map.of()).store().location())
                .isEqualTo(Path.of("/chosen/.gemini/tmp"));
    }

    @Test
    void sessions_are_resumed_and_started_under_the_id_given() {
        var provider = provider(null, Map.of());
        assertThat(provider.launchArgv(ID, home, false).argv()).containsExactly("gemini", "--resume", ID);
        assertThat(provider.launchArgv(ID, home, true).argv())
                .containsExactly("gemini", "--resume", ID, "--yolo", "--skip-trust");
        assertThat(provider.newLaunchArgv("shop-review-7", home, false).argv())
                .containsExactly("gemini", "--session-id", "shop-review-7");
        assertThat(provider.newSessionReconciles()).isFalse();
    }

    @Test
    void what_is_no_id_is_never_started() {
        for (String bad : List.of("", "-r", "--yolo", "a/b", "..", "a b", "x".repeat(201))) {
            assertThatThrownBy(() -> provider(null, Map.of()).launchArgv(bad, home, false))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_store_chosen_for_svc_is_handed_on_as_the_home_it_lies_in() {
        assertThat(provider(Path.of("/chosen/.gemini/tmp"), Map.of())
                        .launchArgv(ID, home, false)
                        .environment())
                .containsEntry("GEMINI_CLI_HOME", "/chosen");
        assertThat(provider(Path.of("/chosen/tmp"), Map.of())
                        .launchArgv(ID, home, false)
                        .environment())
                .doesNotContainKey("GEMINI_CLI_HOME");
    }

    @Test
    void the_program_is_told_not_to_clean_up_after_a_resume() throws IOException {
        var environment = provider(null, Map.of()).launchArgv(ID, home, false).environment();
        assertThat(defaults(environment)).isEqualTo("{\"general\":{\"sessionRetention\":{\"enabled\":false}}}");
        assertThat(home.resolve(".gemini")).doesNotExist();
    }

    @Test
    void the_machine_s_own_defaults_are_taken_along() throws IOException {
        machines("// for all of us\n{\"ui\":{\"theme\":\"Dark\"},\"general\":{\"vimMode\":true}}");
        assertThat(defaults(
                        provider(null, Map.of()).newLaunchArgv(ID, home, false).environment()))
                .isEqualTo("{\"ui\":{\"theme\":\"Dark\"},\"general\":{\"vimMode\":true,"
                        + "\"sessionRetention\":{\"enabled\":false}}}");
    }

    @Test
    void what_the_machine_s_defaults_decide_stays_decided() throws IOException {
        machines("{\"general\":{\"sessionRetention\":{\"enabled\":true}}}");
        assertThat(provider(null, Map.of()).launchArgv(ID, home, false).environment())
                .isEmpty();
    }

    @Test
    void defaults_that_cannot_be_understood_are_left_alone() throws IOException {
        for (String odd :
                List.of("{broken", "[]", "{\"general\":7}", "{\"general\":{\"sessionRetention\":\"never\"}}")) {
            machines(odd);
            assertThat(provider(null, Map.of()).launchArgv(ID, home, false).environment())
                    .as(odd)
                    .isEmpty();
        }
    }

    @Test
    void a_launch_does_not_fail_where_nothing_can_be_written() throws IOException {
        Files.writeString(home.resolve("own"), "a file in the place of the folder");
        assertThat(provider(null, Map.of()).launchArgv(ID, home, false).environment())
                .isEmpty();
    }

    private void machines(String content) throws IOException {
        Files.createDirectories(home.resolve("etc"));
        Files.writeString(machines, content);
    }

    private static String defaults(Map<String, String> environment) throws IOException {
        Path named = Path.of(Objects.requireNonNull(environment.get("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")));
        return new ObjectMapper().readTree(named.toFile()).toString();
    }

    private GeminiProvider provider(@Nullable Path chosen, Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", machines.toString());
        var settings = new EngineSettings(home, List.of(), Path.of("/nowhere/gemini"), chosen, all);
        return new GeminiProvider(settings, home.resolve("own"), Set::of);
    }
}
