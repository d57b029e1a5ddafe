package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The table of docs/security.md, row by row.
class StartRulesTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // bind, mode, origin, trust, what the refusal names
                "127.0.0.1, single-user, -, 0, -",
                "localhost, single-user, -, 0, -",
                "::1, single-user, -, 0, -",
                "127.0.0.1, single-user, https://svc.example.org, 0, -",
                "127.0.0.1, none, -, 0, -",
                "127.0.0.1, none, https://svc.example.org, 0, -",
                "0.0.0.0, single-user, -, 0, SVC_ORIGIN",
                "::, single-user, -, 0, SVC_ORIGIN",
                "192.0.2.10, single-user, -, 0, SVC_ORIGIN",
                "0.0.0.0, single-user, https://svc.example.org, 0, -",
                "192.0.2.10, single-user, https://svc.example.org, 0, -",
                "0.0.0.0, none, https://svc.example.org, 0, SVC_TRUST_NETWORK",
                "0.0.0.0, none, -, 0, SVC_TRUST_NETWORK",
                "0.0.0.0, none, -, 1, SVC_ORIGIN",
                "0.0.0.0, none, https://svc.example.org, 1, -",
                "127.0.0.1, none, -, 1, -"
            })
    void bind_mode_and_origin_decide_whether_it_starts(
            String host, String mode, String origin, String trust, String named) {
        var variables = new HashMap<String, String>();
        variables.put("SVC_HOST", host);
        variables.put("SVC_AUTH_MODE", mode);
        variables.put("SVC_TRUST_NETWORK", trust);
        if (origin != null) {
            variables.put("SVC_ORIGIN", origin);
        }
        var objection = StartRules.objection(config(variables));
        if (named == null) {
            assertThat(objection).isEmpty();
        } else {
            assertThat(objection)
                    .hasValueSatisfying(
                            sentence -> assertThat(sentence).contains(named).contains(host));
        }
    }

    @Test
    void a_short_key_is_refused_with_the_command_that_makes_one() {
        assertThat(StartRules.objection(config(Map.of("SVC_SECRET_KEY", "x".repeat(31)))))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("openssl rand").doesNotContain("xxx"));
        assertThat(StartRules.objection(config(Map.of("SVC_SECRET_KEY", "x".repeat(32)))))
                .isEmpty();
    }

    @Test
    void what_is_no_password_hash_is_refused_without_repeating_it() {
        assertThat(StartRules.objection(config(Map.of("SVC_PASSWORD_HASH", "hunter2hunter2"))))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("reset-password").doesNotContain("hunter2"));
    }

    @Test
    void what_is_no_list_of_proxies_is_refused() {
        assertThat(StartRules.objection(config(Map.of("SVC_TRUSTED_PROXIES", "nginx"))))
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("SVC_TRUSTED_PROXIES"));
    }

    @Test
    void plain_http_on_a_name_is_warned_about_because_browsers_keep_no_cookie_there() {
        assertThat(StartRules.warning(config(Map.of("SVC_ORIGIN", "http://192.0.2.10:8765"))))
                .isPresent();
        assertThat(StartRules.warning(config(Map.of("SVC_ORIGIN", "http://localhost:8765"))))
                .isEmpty();
        assertThat(StartRules.warning(config(Map.of("SVC_ORIGIN", "http://[::1]:8765"))))
                .isEmpty();
        assertThat(StartRules.warning(config(Map.of("SVC_ORIGIN", "https://svc.example.org"))))
                .isEmpty();
    }

    private Config config(Map<String, String> variables) {
        var environment = new HashMap<>(variables);
        environment.put("SVC_HOME", home.toString());
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }
}
