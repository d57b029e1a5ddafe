package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.Console;
import dev.svc.server.http.Raw;
import dev.svc.server.http.TestLogin;
import dev.svc.server.update.release.BuildInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsIT {
    private static final String TOKEN = "a-token-for-the-monitor";

    @TempDir
    private Path home;

    private final Closing closing = new Closing();

    @AfterEach
    void stop() {
        closing.closeAll();
    }

    private Raw.Answer figures(Map<String, String> settings, String... more) throws IOException {
        var all = new java.util.HashMap<>(settings);
        all.put("SVC_PORT", "0");
        all.put("SVC_WEB_DIST", home.resolve("dist").toString());
        var out = new PrintWriter(new StringWriter(), true);
        int port = new Service(TestLogin.config(home, all), new BuildInfo("1", "c"), new Console(out, out, false))
                .open(closing);
        var head = new ArrayList<>(List.of("Host: 127.0.0.1:" + port));
        head.addAll(List.of(more));
        try (var raw = new Raw(port)) {
            return raw.send("GET /metrics", head, "");
        }
    }

    @Test
    void the_token_opens_the_figures_without_a_login() throws IOException {
        var answer = figures(Map.of("SVC_METRICS_TOKEN", TOKEN), "Authorization: Bearer " + TOKEN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("svc_sessions{engine=\"engine_1\"} 0\n", "svc_terminals_live 0\n", "svc_event_streams 0\n");
    }

    @Test
    void a_wrong_token_opens_nothing() throws IOException {
        assertThat(figures(Map.of("SVC_METRICS_TOKEN", TOKEN), "Authorization: Bearer wrong")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void where_no_token_is_set_an_empty_one_opens_nothing() throws IOException {
        assertThat(figures(Map.of(), "Authorization: Bearer ").status()).isEqualTo(401);
    }

    @Test
    void without_a_login_mode_the_figures_are_for_everybody_who_reaches_the_service() throws IOException {
        assertThat(figures(Map.of("SVC_AUTH_MODE", "none")).status()).isEqualTo(200);
    }
}
