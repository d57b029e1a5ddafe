package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.svc.server.http.gate.FormFields;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The documented nginx configuration in front of a real server; only ports and TLS are replaced.
class NginxIT {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final Path DOCUMENTED = Path.of("../docs/nginx/svc.conf");
    private static final List<String> HOST = List.of("Host: svc.example.org");

    @TempDir
    private Path folder;

    private TestLogin door;
    private HttpServer other;
    private Process nginx;
    private int port;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.isExecutable(NGINX), "nginx is not installed");
        door = new TestLogin(
                Files.createDirectory(folder.resolve("home")),
                Map.of("SVC_ORIGIN", "https://svc.example.org", "SVC_TRUSTED_PROXIES", "127.0.0.1"));
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] body = "something else".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        port = freePort();
        Path conf = Files.writeString(folder.resolve("nginx.conf"), configuration());
        nginx = new ProcessBuilder(NGINX.toString(), "-e", "stderr", "-p", folder.toString(), "-c", conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
        awaitListening();
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (nginx != null) {
            nginx.destroy();
            var _ = Waiting.exitCode(nginx);
            other.stop(0);
            door.close();
        }
    }

    @Test
    void svc_is_used_through_it_and_guards_something_else() throws IOException {
        try (var raw = new Raw(port, InetAddress.ofLiteral("127.0.0.2"))) {
            var stranger = raw.send("GET /other/thing", HOST, "");
            assertThat(stranger.status()).isEqualTo(303);
            assertThat(stranger.header("location")).endsWith("/login");

            var page = raw.send("GET /login", HOST, "");
            assertThat(page.status()).isEqualTo(200);
            String anonymous = page.cookie("__Host-svc_session");
            var entered = raw.send(
                    "POST /login",
                    List.of(
                            HOST.getFirst(),
                            "Origin: https://svc.example.org",
                            "Cookie: __Host-svc_session=" + anonymous,
                            "Content-Type: application/x-www-form-urlencoded",
                            "X-Forwarded-For: 203.0.113.9"),
                    TestLogin.encoded(Map.of(
                            FormFields.CSRF_FIELD,
                            page.header("x-csrf-token"),
                            "username",
                            "admin",
                            "password",
                            TestLogin.PASSWORD)));
            assertThat(entered.status()).isEqualTo(303);

            var cookie = List.of(HOST.getFirst(), "Cookie: __Host-svc_session=" + entered.cookie("__Host-svc_session"));
            assertThat(raw.send("GET /other/thing", cookie, "").body()).isEqualTo("something else");
            assertThat(raw.send("GET /api/version", cookie, "").status()).isEqualTo(200);
            // What the client itself wrote into X-Forwarded-For is left of what nginx added, and not believed.
            assertThat(raw.send("GET /api/logins", cookie, "").body())
                    .contains("\"address\":\"127.0.0.2\"")
                    .doesNotContain("203.0.113.9");
            door.auth.logins().endAll();
            assertThat(raw.send("GET /other/thing", cookie, "").status()).isEqualTo(303);
        }
    }

    @Test
    void a_foreign_name_in_front_is_refused_behind_it() throws IOException {
        try (var raw = new Raw(port)) {
            assertThat(raw.send("GET /login", List.of("Host: evil.example"), "").status())
                    .isEqualTo(403);
        }
    }

    private String configuration() throws IOException {
        String server = Files.readString(DOCUMENTED)
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
                .replaceAll("(?m)^ *ssl_.*\\R", "")
                .replace("127.0.0.1:8765", "127.0.0.1:" + door.port())
                .replace("127.0.0.1:9000", "127.0.0.1:" + other.getAddress().getPort());
        return """
            daemon off;
            worker_processes 1;
            pid %1$s/nginx.pid;
            events {}
            http {
                access_log off;
                client_body_temp_path %1$s/body;
                proxy_temp_path %1$s/proxy;
                fastcgi_temp_path %1$s/fastcgi;
                uwsgi_temp_path %1$s/uwsgi;
                scgi_temp_path %1$s/scgi;
            %2$s
            }
            """.formatted(folder, server);
    }

    /// One that no connection of this host is given by chance before nginx takes it.
    private static int freePort() throws IOException {
        int port = 11_000 + new Random().nextInt(20_000);
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (BindException taken) {
            return freePort();
        }
    }

    private void awaitListening() throws IOException {
        Waiting.until(() -> "nginx", () -> !nginx.isAlive() || isListening());
        assertThat(nginx.isAlive())
                .as(Files.readString(folder.resolve("nginx.out")))
                .isTrue();
    }

    private boolean isListening() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
