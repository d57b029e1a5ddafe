package dev.svc.server.terminal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Engines;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildEnvironmentTest {
    private static final Engines ENGINES = ConfiguredEngines.of(
            Config.load(new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of()), null), Set::of);

    private static Map<String, String> of(String name, String... passed) {
        return new ChildEnvironment(Map.of(name, "1"), ENGINES, List.of(passed)).with(Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANTHROPIC_API_KEY",
                "CLAUDE_CONFIG_DIR",
                "OPENAI_API_KEY",
                "CODEX_HOME",
                "OPENCODE_CONFIG",
                "GEMINI_API_KEY",
                "GOOGLE_CLOUD_PROJECT",
                "ANTIGRAVITY_CLI_HOME",
                "KIMI_CODE_HOME",
                "MOONSHOT_API_KEY",
                "AWS_PROFILE",
                "AZURE_API_KEY",
                "CLOUDSDK_CONFIG"
            })
    void a_programs_own_keys_and_those_of_clouds_come_along(String name) {
        assertThat(of(name)).containsEntry(name, "1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"DO_NOT_TRACK", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "NO_COLOR"
            })
    void what_a_person_opts_out_of_comes_along(String name) {
        assertThat(of(name)).containsEntry(name, "1");
    }

    /// The service may have been started by an agent.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANTIGRAVITY_CONVERSATION_ID",
                "CLAUDE_CODE_ENTRYPOINT",
                "CLAUDE_CODE_SESSION_ID",
                "CODEX_SANDBOX",
                "CODEX_THREAD_ID",
                "COPILOT_AGENT_SESSION_ID",
                "GEMINI_CLI",
                "GEMINI_CLI_NO_RELAUNCH",
                "GROK_SESSION_ID",
                "KILO_PID",
                "OPENCODE_PID",
                "PI_CODING_AGENT",
                "PI_SESSION_FILE",
                "PI_SESSION_ID",
                "QWEN_CODE_SESSION_ID"
            })
    void what_a_session_sets_in_all_that_it_starts_stays_behind_unless_it_is_named_whole(String name) {
        assertThat(of(name)).doesNotContainKey(name);
        assertThat(of(name, name.substring(0, 3) + "*")).doesNotContainKey(name);
        assertThat(of(name, name)).containsEntry(name, "1");
    }

    @Test
    void what_nobody_named_stays_behind() {
        assertThat(of("ACME_KEY")).doesNotContainKey("ACME_KEY");
    }

    @Test
    void what_the_person_names_comes_along_by_its_name_or_its_beginning() {
        assertThat(of("ACME_KEY", "ACME_KEY")).containsKey("ACME_KEY");
        assertThat(of("ACME_KEY", "ACME_*")).containsKey("ACME_KEY");
        assertThat(of("ACME_KEYS", "ACME_KEY")).doesNotContainKey("ACME_KEYS");
    }

    @Test
    void nothing_of_svc_comes_along_whatever_was_asked_for() {
        assertThat(of("SVC_SECRET_KEY", "S*")).doesNotContainKey("SVC_SECRET_KEY");
        assertThat(of("SVC_SECRET_KEY", "SVC_SECRET_KEY")).doesNotContainKey("SVC_SECRET_KEY");
    }

    @Test
    void where_the_server_has_no_utf_8_locale_its_programs_get_one() {
        assertThat(locale(Map.of())).isEqualTo(Map.of("LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LANG", "C"))).isEqualTo(Map.of("LANG", "C", "LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "POSIX")))
                .isEqualTo(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "C.UTF-8"));
        assertThat(locale(Map.of("LC_ALL", "C"))).isEqualTo(Map.of("LC_ALL", "C.UTF-8"));
    }

    @Test
    void a_utf_8_locale_comes_along_as_it_is() {
        assertThat(locale(Map.of("LANG", "de_DE.utf8"))).isEqualTo(Map.of("LANG", "de_DE.utf8"));
        assertThat(locale(Map.of("LANG", "C", "LC_ALL", "", "LC_CTYPE", "en_GB.UTF-8")))
                .isEqualTo(Map.of("LANG", "C", "LC_ALL", "", "LC_CTYPE", "en_GB.UTF-8"));
    }

    private static Map<String, String> locale(Map<String, String> server) {
        var programs = new ChildEnvironment(server, ENGINES, List.of()).with(Map.of());
        programs.keySet().removeIf(name -> !name.startsWith("LC_") && !name.equals("LANG"));
        return programs;
    }
}
