package dev.svc.server.cli.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Svc;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.secret.PasswordHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrepareCommandTest {
    @TempDir
    private Path home;

    private final Map<String, String> environment = new HashMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void the_first_run_makes_secret_and_password_shows_it_once_and_asks_for_a_change() {
        assertThat(run()).isZero();
        String password = out.toString()
                .lines()
                .filter(it -> it.startsWith("    "))
                .findFirst()
                .orElseThrow()
                .strip();
        assertThat(PasswordHash.find(env("SVC_PASSWORD_HASH")).orElseThrow().matches(password))
                .isTrue();
        assertThat(env("SVC_FORCE_PASSWORD_CHANGE")).isEqualTo("1");
        assertThat(env("SVC_SECRET_KEY")).hasSizeGreaterThan(31);
        assertThat(env("SVC_PORT")).isEqualTo("8765");
        assertThat(env("SVC_CHANNEL")).isEqualTo("stable");
    }

    @Test
    void a_second_run_changes_nothing_and_shows_nothing() throws IOException {
        run();
        String before = Files.readString(home.resolve("env"));
        out.getBuffer().setLength(0);
        assertThat(run()).isZero();
        assertThat(home.resolve("env")).hasContent(before);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void what_it_is_run_with_is_kept_but_for_what_holds_for_one_run() {
        environment.putAll(Map.of(
                "SVC_PORT", "9000",
                "SVC_CHANNEL", "main",
                "SVC_ENGINE7_BIN", "/opt/made-up",
                "SVC_REF", "v1.0.0",
                "SVC_NO_SERVICE", "1"));
        run();
        assertThat(env("SVC_PORT")).isEqualTo("9000");
        assertThat(env("SVC_CHANNEL")).isEqualTo("main");
        assertThat(env("SVC_ENGINE7_BIN")).isEqualTo("/opt/made-up");
        assertThat(config().envFile().read()).doesNotContainKeys("SVC_REF", "SVC_NO_SERVICE", "SVC_HOME");
        environment.put("SVC_PORT", "9001");
        run();
        assertThat(env("SVC_PORT")).isEqualTo("9001");
    }

    @Test
    void credentials_that_are_there_stay_whatever_it_is_run_with() {
        run();
        String secret = env("SVC_SECRET_KEY");
        environment.put("SVC_SECRET_KEY", "another secret of more than thirty-two bytes");
        run();
        assertThat(env("SVC_SECRET_KEY")).isEqualTo(secret);
    }

    @Test
    void without_a_login_no_password_is_made() {
        environment.put("SVC_AUTH_MODE", "none");
        run();
        assertThat(out.toString()).isEmpty();
        assertThat(config().envFile().read()).doesNotContainKey("SVC_PASSWORD_HASH");
    }

    @Test
    void an_env_file_that_others_can_read_is_refused_with_the_command_that_mends_it() throws IOException {
        run();
        Files.setPosixFilePermissions(
                home.resolve("env"), java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(run()).isEqualTo(ExitCode.PERMISSION.number());
        assertThat(err.toString()).contains("chmod 600");
    }

    private String env(String name) {
        return config().envFile().read().getOrDefault(name, "");
    }

    private int run() {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        return new Svc(List.of(new PrepareCommand(this::config, console, new SecureRandom())), console).run("prepare");
    }

    private Config config() {
        environment.put("SVC_HOME", home.toString());
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }
}
