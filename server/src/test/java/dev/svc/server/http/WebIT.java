package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.gate.Authenticator;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class WebIT {
    private static final Policy OPEN_TO_ANY_BODY = Policy.OPEN;

    @TempDir
    private Path folder;

    private final AtomicInteger port = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private WebServer server = WebServer.builder().port(0).build();

    /// What a small JSON body says.
    record Greeting(String firstName) {}

    @BeforeEach
    void start() throws IOException {
        Path dist = Files.createDirectory(folder.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html><title>svc</title>");
        Files.createDirectories(dist.resolve("assets"));
        Files.writeString(dist.resolve("assets/app-abc123.js"), "plain");
        Files.writeString(dist.resolve("assets/app-abc123.js.br"), "brotli");
        Files.writeString(dist.resolve("assets/app-abc123.js.gz"), "gzip");
        Files.writeString(folder.resolve("secret.txt"), "secret");
        var origins = new Origins(Optional.empty(), List.of(), port::get);
        var web = new Web(
                routes(),
                List.of(new SocketRoute("/ws/echo", Policy.READ, (prologue, visitor) -> new Echo())),
                new Gate(origins, resident()),
                new AppPage(Assets.of(dist)));
        server = web.start(new Web.Listen("127.0.0.1", 0, 4 << 20, false)).orElseThrow();
        port.set(server.port());
    }

    @AfterEach
    void stop() {
        server.stop();
        client.close();
    }

    private static List<Route> routes() {
        return List.of(
                Route.get(
                        "/api/ok",
                        Policy.READ,
                        (request, response, visitor) -> Json.send(response, Map.of("ok", true))),
                Route.post(
                        "/api/greet",
                        OPEN_TO_ANY_BODY,
                        (request, response, visitor) -> Json.send(
                                response,
                                Map.of(
                                        "hello",
                                        Json.read(request, Greeting.class).firstName()))),
                Route.get("/api/fails", Policy.OPEN, (request, response, visitor) -> {
                    throw new IllegalStateException("the path is /etc/passwd");
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/ok", "/", "/assets/app-abc123.js", "/nothing.png", "/api/nothing", "/api/fails"})
    void every_answer_carries_the_security_headers(String path) throws Exception {
        var headers = get(path).headers();
        assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                .contains("frame-ancestors 'none'")
                .contains("script-src 'self';");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("Cross-Origin-Opener-Policy")).contains("same-origin");
        assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/nothing, 404, not_found",
        "GET, /nothing.png, 404, not_found",
        "POST, /api/ok, 405, method",
        "GET, /api/fails, 500, internal",
        "GET, /ws/echo, 426, upgrade",
    })
    void a_refusal_is_problem_json_with_its_code(String method, String path, int status, String code) throws Exception {
        var answer = send(request(path).method(method, BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .contains("\"code\":\"" + code + "\"")
                .doesNotContain("passwd")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{\"first_name\":{}}",
                "{\"unknown\":1}",
                "{\"first_name\":\"a\",\"first_name\":\"b\"}",
                "{\"first_name\":\"a\"} x"
            })
    void a_body_that_is_not_what_is_expected_is_a_400(String body) throws Exception {
        var answer = send(request("/api/greet").POST(BodyPublishers.ofString(body)));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("bad_request");
    }

    @Test
    void a_body_of_the_right_form_is_read_in_snake_case() throws Exception {
        assertThat(send(request("/api/greet").POST(BodyPublishers.ofString("{\"first_name\":\"Ada\"}")))
                        .body())
                .isEqualTo("{\"hello\":\"Ada\"}");
    }

    @Test
    void a_body_nested_too_deep_is_a_400_and_one_too_large_a_413() throws Exception {
        String deep = "{\"x\":".repeat(70) + "1" + "}".repeat(70);
        assertThat(send(request("/api/greet").POST(BodyPublishers.ofString(deep)))
                        .statusCode())
                .isEqualTo(400);
        var large = send(request("/api/greet").POST(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1])));
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("too_large");
    }

    @Test
    void headers_beyond_the_limit_are_refused_and_the_server_lives() throws Exception {
        String head = "GET /api/ok HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: %s\r\n\r\n"
                .formatted(port.get(), "x".repeat(20 << 10));
        assertThat(raw(head)).startsWith("HTTP/1.1 4");
        assertThat(get("/api/ok").statusCode()).isEqualTo(200);
    }

    @Test
    void the_page_answers_every_screen_with_its_index_and_never_keeps_it() throws Exception {
        for (String path : List.of("/", "/settings/security", "/s/engine_1:abc")) {
            var answer = get(path);
            assertThat(answer.body()).contains("<title>svc</title>");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', plain", "gzip, gzip", "'gzip, br', brotli", "br;q=0, plain", "'br;q=0, gzip;q=0.5', gzip"})
    void a_hashed_asset_comes_in_the_smallest_form_the_browser_takes(String accepted, String body) throws Exception {
        var answer = send(request("/assets/app-abc123.js").header("Accept-Encoding", accepted));
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    }

    @Test
    void an_unchanged_asset_is_a_304() throws Exception {
        String etag = get("/assets/app-abc123.js").headers().firstValue("ETag").orElseThrow();
        var again = send(request("/assets/app-abc123.js").header("If-None-Match", etag));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/..%2fsecret.txt",
                "/%2e%2e/secret.txt",
                "/assets/../../secret.txt",
                "//etc/passwd",
                "/assets/app-abc123.js.br"
            })
    void no_address_leaves_the_page(String path) throws IOException {
        String answer =
                raw("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n".formatted(path, port.get()));
        assertThat(answer)
                .doesNotContain("secret\n")
                .doesNotEndWith("secret")
                .doesNotContain("root:")
                .doesNotContain("brotli");
    }

    @ParameterizedTest
    @CsvSource({"evil.example, http://127.0.0.1, 403", "127.0.0.1, http://evil.example, 403", "127.0.0.1, null, 403"})
    void a_foreign_page_opens_no_socket(String host, String origin, int status) throws IOException {
        String hostHeader = host.equals("127.0.0.1") ? host + ":" + port.get() : host;
        String originHeader = origin.equals("http://127.0.0.1") ? origin + ":" + port.get() : origin;
        assertThat(raw(upgrade(hostHeader, "Origin: " + originHeader + "\r\n"))).startsWith("HTTP/1.1 " + status);
    }

    @Test
    void a_socket_without_an_origin_is_not_opened_and_ours_is() throws IOException {
        String host = "127.0.0.1:" + port.get();
        assertThat(raw(upgrade(host, ""))).startsWith("HTTP/1.1 403");
        assertThat(raw(upgrade(host, "Origin: http://" + host + "\r\n"))).startsWith("HTTP/1.1 101");
    }

    private static String upgrade(String host, String origin) {
        return "GET /ws/echo HTTP/1.1\r\nHost: " + host + "\r\n" + origin
                + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    }

    /// Sends bytes as they are and returns the beginning of what comes back.
    private String raw(String head) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.get())) {
            socket.setSoTimeout(Waiting.MILLISECONDS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            byte[] answer = new byte[4096];
            int read = socket.getInputStream().read(answer);
            return read < 0 ? "" : new String(answer, 0, read, StandardCharsets.ISO_8859_1);
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.get() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    public static Authenticator resident() {
        return new Authenticator() {
            @Override
            public Entry enter(RequestHead head) {
                return new Entry.Resident(new Visitor("admin", "login-1", head.peer()), false);
            }

            @Override
            public boolean holdsCsrfToken(RequestHead head, Entry entry) {
                return true;
            }
        };
    }

    private static final class Echo implements WsListener {
        @Override
        public void onMessage(WsSession session, String text, boolean last) {
            session.send(text, last);
        }
    }
}
