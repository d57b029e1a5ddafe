package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.Auth;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Socket upgrades sent by hand, as a page of another site or a rebound name would send them.
class UpgradeIT {
    private static final List<String> FOREIGN_HOSTS = List.of(
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "localhost",
            "localhost.evil.example:PORT",
            "127.0.0.1.evil.example:PORT",
            "0.0.0.0:PORT",
            "[::]:PORT",
            "127.1:PORT",
            "2130706433:PORT",
            "127.0.0.1:PORT, evil.example",
            "127.0.0.1:PORT@evil.example");
    private static final List<String> FOREIGN_ORIGINS = List.of(
            "null",
            "",
            "http://evil.example",
            "https://127.0.0.1:PORT",
            "http://127.0.0.1",
            "http://127.0.0.1:1",
            "http://127.0.0.1:PORT/",
            "http://127.0.0.1:PORT.evil.example",
            "http://127.0.0.1:PORT@evil.example",
            "http://evil.example#http://127.0.0.1:PORT",
            "HTTP://127.0.0.1:PORT",
            "http://127.0.0.1:PORT http://evil.example",
            "http://0.0.0.0:PORT",
            "ws://127.0.0.1:PORT",
            "file://");
    private static final List<String> OUR_HOSTS = List.of("127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT");
    private static final List<String> OUR_ORIGINS =
            List.of("http://127.0.0.1:PORT", "http://localhost:PORT", "http://[::1]:PORT");

    @TempDir
    private Path home;

    private final AtomicInteger port = new AtomicInteger();
    private Auth auth;
    private Web web;
    private String login;

    @BeforeEach
    void open() throws IOException {
        var config = TestLogin.config(home, Map.of());
        auth = Auth.open(config, Clock.systemUTC(), new SecureRandom(), note -> {});
        login = auth.logins().start(new Caller(InetAddress.getLoopbackAddress(), true, ""));
        var origins = new Origins(Optional.empty(), List.of(), port::get);
        var socket = new SocketRoute("/ws/probe/{id}", Policy.READ, (prologue, visitor) -> new Probe());
        web = new Web(
                List.of(),
                List.of(socket),
                new Gate(origins, new LoginCookies(auth, false, port::get)),
                new AppPage(Assets.of(home.resolve("dist"))));
    }

    @AfterEach
    void close() {
        auth.close();
    }

    @Test
    void no_foreign_page_and_no_rebound_name_opens_a_socket() throws IOException {
        WebServer server =
                web.start(new Web.Listen("127.0.0.1", 0, 1 << 20, false)).orElseThrow();
        assertOnlyOurPageEnters(server, true);
    }

    @Test
    void nor_does_one_when_every_filter_and_route_of_http_is_gone() throws IOException {
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .shutdownHook(false)
                .addProtocol(WsConfig.create())
                .addRouting(web.socketRouting())
                .build()
                .start();
        assertOnlyOurPageEnters(server, false);
    }

    private void assertOnlyOurPageEnters(WebServer server, boolean problems) throws IOException {
        port.set(server.port());
        int refused = 0;
        try {
            for (String host : all(OUR_HOSTS, FOREIGN_HOSTS)) {
                for (String origin : all(OUR_ORIGINS, FOREIGN_ORIGINS)) {
                    boolean ours = OUR_HOSTS.contains(host) && OUR_ORIGINS.contains(origin);
                    if (ours) {
                        assertThat(upgrade(host, List.of("Origin: " + origin), cookie()))
                                .isEqualTo("in");
                    } else {
                        var answer = upgrade(host, List.of("Origin: " + origin), cookie());
                        assertThat(answer).as(host + " " + origin).matches(problems ? "403|400" : "40[0-9]");
                        refused++;
                    }
                }
                assertThat(upgrade(host, List.of(), cookie())).as("no origin").matches("40[0-9]");
                assertThat(upgrade(host, List.of("Referer: http://127.0.0.1:PORT/"), cookie()))
                        .as("a referer is no origin")
                        .matches("40[0-9]");
                refused += 2;
            }
        } finally {
            server.stop();
        }
        assertThat(refused).isGreaterThan(280);
    }

    @Test
    void two_origins_two_hosts_and_a_cross_site_hint_are_refused() throws IOException {
        WebServer server =
                web.start(new Web.Listen("127.0.0.1", 0, 1 << 20, false)).orElseThrow();
        port.set(server.port());
        try {
            String ours = "Origin: http://127.0.0.1:PORT";
            assertThat(upgrade("127.0.0.1:PORT", List.of(ours, "Origin: http://evil.example"), cookie()))
                    .isEqualTo("403");
            assertThat(upgrade("127.0.0.1:PORT", List.of(ours, "Host: evil.example"), cookie()))
                    .matches("40[03]");
            for (String site : List.of("cross-site", "same-site", "none")) {
                assertThat(upgrade("127.0.0.1:PORT", List.of(ours, "Sec-Fetch-Site: " + site), cookie()))
                        .isEqualTo("403");
            }
            assertThat(upgrade("127.0.0.1:PORT", List.of(ours, "Sec-Fetch-Site: same-origin"), cookie()))
                    .isEqualTo("in");
        } finally {
            server.stop();
        }
    }

    @Test
    void who_has_no_login_is_let_in_only_to_hear_4401_before_a_single_byte() throws IOException {
        WebServer server =
                web.start(new Web.Listen("127.0.0.1", 0, 1 << 20, false)).orElseThrow();
        port.set(server.port());
        try {
            var ours = List.of("Origin: http://127.0.0.1:PORT");
            String name = "svc_session_" + port.get() + "=";
            assertThat(upgrade("127.0.0.1:PORT", ours, List.of())).isEqualTo("4401");
            assertThat(upgrade("127.0.0.1:PORT", ours, List.of(name + "made up")))
                    .isEqualTo("4401");
            assertThat(upgrade(
                            "127.0.0.1:PORT", ours, List.of(name + auth.logins().anonymous())))
                    .isEqualTo("4401");
            auth.logins().endAll();
            assertThat(upgrade("127.0.0.1:PORT", ours, cookie())).isEqualTo("4401");
        } finally {
            server.stop();
        }
    }

    private List<String> cookie() {
        return List.of("svc_session_" + port.get() + "=" + login);
    }

    /// The status when refused, the close code when turned away after the upgrade, else what the socket said.
    private String upgrade(String host, List<String> headers, List<String> cookies) throws IOException {
        var all = new ArrayList<>(List.of(
                "Host: " + host,
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="));
        all.addAll(headers);
        cookies.forEach(value -> all.add("Cookie: " + value));
        all.replaceAll(
                header -> header.startsWith("Cookie: ") ? header : header.replace("PORT", String.valueOf(port.get())));
        try (var raw = new Raw(port.get())) {
            var answer = raw.send("GET /ws/probe/1", all, "");
            if (answer.status() != 101) {
                return String.valueOf(answer.status());
            }
            byte[] frame = raw.frame();
            return (frame[0] & 0x0f) == 8
                    ? String.valueOf(((frame[1] & 0xff) << 8) | (frame[2] & 0xff))
                    : new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8);
        }
    }

    private static List<String> all(List<String> ours, List<String> foreign) {
        var all = new ArrayList<>(ours);
        all.addAll(foreign);
        return all;
    }

    private record Probe() implements WsListener {
        @Override
        public void onOpen(WsSession session) {
            session.send("in", true);
        }
    }
}
