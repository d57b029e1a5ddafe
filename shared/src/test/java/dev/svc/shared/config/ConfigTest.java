package dev.svc.shared.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {
    @TempDir
    private Path userHome;

    @Test
    void the_environment_wins_over_the_env_file_and_that_over_the_default() throws IOException {
        new EnvFile(data().resolve("env")).change(Map.of("SVC_HOST", "::1", "SVC_PORT", "1111"));
        Config config = load(Map.of("SVC_PORT", "2222"));
        assertThat(config.number(Variable.PORT)).isEqualTo(2222);
        assertThat(config.text(Variable.HOST)).isEqualTo("::1");
        assertThat(config.text(Variable.USERNAME)).isEqualTo("admin");
    }

    @Test
    void an_empty_value_counts_as_unset() {
        assertThat(load(Map.of("SVC_PORT", " ")).number(Variable.PORT)).isEqualTo(8765);
    }

    @ParameterizedTest
    @CsvSource({
        "SVC_PORT, abc, 0 to 65535",
        "SVC_PORT, 70000, 0 to 65535",
        "SVC_PORT, -1, 0 to 65535",
        "SVC_AUTH_MODE, open, single-user or none",
        "SVC_AUTOUPDATE, yes, 0 or 1",
        "SVC_ORIGIN, svc.example.org, https://svc.example.org",
        "SVC_ORIGIN, https://svc.example.org/, https://svc.example.org",
        "SVC_JOURNAL_DIR, journal, relative",
        "SVC_PROJECT_ROOTS, code, relative",
        "SVC_ENGINE1_BIN, claude, relative",
        "SVC_ENGINE2_SESSIONS_DIR, sessions, relative",
        "SVC_REAP_INTERVAL, 0, 1 to 86400",
    })
    void a_wrong_value_stops_the_start_and_says_what_is_right(String variable, String value, String wayOut) {
        assertThatThrownBy(() -> load(Map.of(variable, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(variable)
                .hasMessageContaining(wayOut);
    }

    @Test
    void a_wrong_secret_is_never_repeated() {
        for (Variable variable : Variable.values()) {
            if (variable.kind() == Kind.Plain.SECRET) {
                assertThat(variable.kind().label()).isEqualTo("secret");
            }
        }
        assertThat(load(Map.of("SVC_SECRET_KEY", "x")).text(Variable.SECRET_KEY))
                .isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource({
        "SVC_TRANSCRIPT_MAX_LINES, many, 20000",
        "SVC_TRANSCRIPT_MAX_LINES, 0, 1",
        "SVC_TRANSCRIPT_MAX_LINES, -5, 1",
        "SVC_TRANSCRIPT_MAX_LINES, 7, 7",
        "SVC_SCROLLBACK_BYTES, 1000, 8388608",
        "SVC_SCROLLBACK_BYTES, 262144, 262144",
        "SVC_SCROLLBACK_BYTES, x, 8388608",
        "SVC_AI_REVIEW_TIMEOUT, 3, 10",
        "SVC_HISTORY_PAGE_TURNS, 0, 1",
    })
    void a_number_with_a_fallback_never_stops_the_start(String variable, String value, long effective) {
        assertThat(load(Map.of(variable, value)).number(Variable.find(variable).orElseThrow()))
                .isEqualTo(effective);
    }

    @Test
    void every_variable_has_a_name_of_its_own_and_a_line_of_help() {
        var names = new HashSet<String>();
        assertThat(Variable.values()).allSatisfy(variable -> {
            assertThat(names.add(variable.variableName())).isTrue();
            assertThat(variable.variableName()).startsWith("SVC_");
            assertThat(variable.help()).isNotBlank().doesNotContain("|");
        });
    }

    @Test
    void every_numeric_default_lies_within_its_bounds() {
        Config config = load(Map.of());
        assertThat(Arrays.stream(Variable.values()).filter(variable -> variable.kind() instanceof Kind.Bounded))
                .isNotEmpty()
                .allSatisfy(variable ->
                        assertThat(config.number(variable)).isEqualTo(Long.parseLong(variable.defaultText())));
    }

    @Test
    void paths_lie_in_the_home_unless_they_are_set() {
        Config config = load(Map.of("SVC_LOCK_DIR", "/elsewhere/locks", "SVC_SCROLLBACK_DIR", "~/ring"));
        assertThat(config.path(Variable.JOURNAL_DIR)).isEqualTo(data().resolve("journal"));
        assertThat(config.path(Variable.LOCK_DIR)).isEqualTo(Path.of("/elsewhere/locks"));
        assertThat(config.path(Variable.SCROLLBACK_DIR)).isEqualTo(userHome.resolve("ring"));
        assertThat(config.path(Variable.TWO_FACTOR_FILE)).isEqualTo(data().resolve("2fa.json"));
        assertThat(config.path(Variable.WEB_DIST)).isEqualTo(data().resolve("current/src/web/dist"));
    }

    @Test
    void a_checkout_serves_the_page_that_was_built_in_it() {
        Config config = Config.load(platform(Map.of()), Path.of("/checkout"));
        assertThat(config.path(Variable.WEB_DIST)).isEqualTo(Path.of("/checkout/web/dist"));
    }

    @Test
    void instances_share_the_install_and_nothing_else() {
        Config one = load(Map.of("SVC_INSTANCE", "one"));
        Config two = load(Map.of("SVC_INSTANCE", "two"));
        assertThat(one.home().root()).isEqualTo(two.home().root()).isEqualTo(data());
        for (Variable variable : Variable.values()) {
            if (variable.defaultText().startsWith("<data>")
                    || variable.defaultText().startsWith("<env-dir>")) {
                assertThat(one.path(variable)).as(variable.variableName()).isNotEqualTo(two.path(variable));
            }
        }
        assertThat(one.home().processLock()).isNotEqualTo(two.home().processLock());
        assertThat(one.home().uploads()).isNotEqualTo(two.home().uploads());
        assertThat(one.envFile().path()).isNotEqualTo(two.envFile().path());
    }

    @Test
    void an_instance_label_never_leaves_the_home() {
        assertThatThrownBy(() -> load(Map.of("SVC_INSTANCE", "../other"))).isInstanceOf(ConfigException.class);
    }

    @Test
    void the_home_follows_the_conventions_of_the_platform() {
        assertThat(home("Linux", Map.of())).isEqualTo(userHome.resolve(".local/share/svc"));
        assertThat(home("Linux", Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(Path.of("/data/svc"));
        assertThat(home("Mac OS X", Map.of())).isEqualTo(userHome.resolve("Library/Application Support/svc"));
        assertThat(home("Windows 11", Map.of())).isEqualTo(userHome.resolve("AppData/Local/svc"));
        assertThat(home("Linux", Map.of("SVC_HOME", "/opt/svc"))).isEqualTo(Path.of("/opt/svc"));
    }

    @Test
    void lists_are_split_and_trimmed() {
        Config config = load(Map.of(
                "SVC_ALLOWED_HOSTS", "a.example, b.example,", "SVC_PROJECT_ROOTS", "/a" + File.pathSeparator + "~/b"));
        assertThat(config.list(Variable.ALLOWED_HOSTS)).containsExactly("a.example", "b.example");
        assertThat(config.paths(Variable.PROJECT_ROOTS)).containsExactly(Path.of("/a"), userHome.resolve("b"));
    }

    private Path home(String os, Map<String, String> environment) {
        return Config.load(Platform.of(os, userHome.toString(), environment), null)
                .home()
                .root();
    }

    private Path data() {
        return userHome.resolve(".local/share/svc");
    }

    private Config load(Map<String, String> environment) {
        return Config.load(platform(environment), null);
    }

    private Platform platform(Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("HOME", userHome.toString());
        return Platform.of("Linux", "/nowhere", all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SVC_SECRET_KEY", "SVC_*", "*", "ACME KEY", "ACME_*_KEY", "ACME_KEY,-x"})
    void only_names_of_variables_that_are_not_svcs_own_can_be_passed_on(String value) {
        assertThatThrownBy(() -> Config.load(
                        new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of("SVC_PASS_ENV", value)), null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none of svc's own");
    }

    @Test
    void a_path_that_a_programs_own_variable_names_is_found_by_its_name() {
        var config = Config.load(
                new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of("SVC_ENGINE7_BIN", "/opt/made-up")),
                null);
        assertThat(config.findPath("SVC_ENGINE7_BIN")).contains(Path.of("/opt/made-up"));
    }
}
