package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstStartTest {
    private final SecureRandom random = new SecureRandom();

    @TempDir
    private Path home;

    @Test
    void an_empty_home_gets_a_key_a_password_and_the_forced_change() throws IOException {
        String password =
                FirstStart.prepare(config(Map.of()), random).password().orElseThrow();
        Config after = config(Map.of());
        assertThat(after.text(Variable.SECRET_KEY)).hasSizeGreaterThanOrEqualTo(32);
        assertThat(after.flag(Variable.FORCE_PASSWORD_CHANGE)).isTrue();
        assertThat(after.flag(Variable.TRANSCRIPT_SCROLLBACK)).isTrue();
        var hash = PasswordHash.find(after.text(Variable.PASSWORD_HASH)).orElseThrow();
        assertThat(hash.matches(password)).isTrue();
        assertThat(Files.readString(home.resolve("env"))).doesNotContain(password);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("env"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_second_start_makes_nothing_and_shows_nothing() throws IOException {
        FirstStart.prepare(config(Map.of()), random);
        String before = Files.readString(home.resolve("env"));
        assertThat(FirstStart.prepare(config(Map.of()), random).password()).isEmpty();
        assertThat(Files.readString(home.resolve("env"))).isEqualTo(before);
    }

    @Test
    void without_a_login_only_the_key_is_made() throws IOException {
        var made = FirstStart.prepare(config(Map.of("SVC_AUTH_MODE", "none")), random);
        assertThat(made.password()).isEmpty();
        assertThat(made.config().find(Variable.SECRET_KEY)).isPresent();
        assertThat(config(Map.of()).find(Variable.PASSWORD_HASH)).isEmpty();
    }

    @Test
    void what_the_environment_says_is_not_made_again() throws IOException {
        var made = FirstStart.prepare(config(Map.of("SVC_SECRET_KEY", "k".repeat(40))), random);
        assertThat(made.config().text(Variable.SECRET_KEY)).isEqualTo("k".repeat(40));
        assertThat(config(Map.of()).find(Variable.SECRET_KEY)).isEmpty();
    }

    @Test
    void a_scrollback_that_was_switched_off_stays_off() throws IOException {
        var made = FirstStart.prepare(config(Map.of("SVC_TRANSCRIPT_SCROLLBACK", "0")), random);
        assertThat(made.config().flag(Variable.TRANSCRIPT_SCROLLBACK)).isFalse();
    }

    private Config config(Map<String, String> variables) {
        var environment = new java.util.HashMap<>(variables);
        environment.put("SVC_HOME", home.toString());
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }
}
