package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.Console;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstServeIT {
    private static final Pattern PASSWORD = Pattern.compile("\\b(\\w{5}-){3}\\w{5}\\b");

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_person_at_a_terminal_sees_the_first_password_once() throws IOException {
        serve(true);
        var shown = PASSWORD.matcher(out.toString());
        assertThat(shown.find()).isTrue();
        assertThat(hash().matches(shown.group())).isTrue();
        assertThat(config().flag(Variable.FORCE_PASSWORD_CHANGE)).isTrue();
        assertThat(shown.find()).isFalse();
        out.getBuffer().setLength(0);
        serve(true);
        assertThat(PASSWORD.matcher(out + err.toString()).find()).isFalse();
    }

    @Test
    void a_start_that_nobody_watches_says_how_to_get_a_password_and_writes_none() throws IOException {
        serve(false);
        assertThat(PASSWORD.matcher(out + err.toString()).find()).isFalse();
        assertThat(err.toString()).contains("svc reset-password");
        assertThat(config().flag(Variable.FORCE_PASSWORD_CHANGE)).isTrue();
    }

    private void serve(boolean interactive) throws IOException {
        Files.createDirectories(home.resolve("dist"));
        Files.writeString(home.resolve("dist/index.html"), "<!doctype html>");
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), interactive);
        var closing = new Closing();
        try {
            new Service(config(), new BuildInfo("1.2.3", "abc"), console).open(closing);
        } finally {
            closing.closeAll();
        }
    }

    private PasswordHash hash() {
        return PasswordHash.find(config().text(Variable.PASSWORD_HASH)).orElseThrow();
    }

    private Config config() {
        var environment = Map.of(
                "SVC_HOME", home.toString(),
                "SVC_PORT", "0",
                "SVC_WEB_DIST", home.resolve("dist").toString());
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }
}
