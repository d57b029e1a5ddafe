package dev.svc.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Malformed headers and bodies: whatever a stranger sends is a client's error, and none of it is
/// logged.
class NonsenseIT {
    private static final List<String> HEADERS = List.of(
            "Accept",
            "Accept-Encoding",
            "Accept-Language",
            "Authorization",
            "Connection",
            "Content-Encoding",
            "Content-Length",
            "Content-Type",
            "Cookie",
            "Expect",
            "Forwarded",
            "If-None-Match",
            "Last-Event-ID",
            "Origin",
            "Range",
            "Referer",
            "Sec-Fetch-Site",
            "Sec-WebSocket-Key",
            "Sec-WebSocket-Version",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "User-Agent",
            "X-CSRF-Token",
            "X-Forwarded-For");
    private static final List<String> VALUES = List.of(
            "",
            "x",
            "/",
            ";",
            "text/html; charset=\"",
            "text/html; charset=nope",
            "multipart/form-data",
            "multipart/form-data; boundary=\"",
            "multipart/form-data" + "; a".repeat(3_000),
            "application/x-www-form-urlencoded; charset=\"",
            "websocket",
            "close, keep-alive, upgrade",
            "-1",
            "99999999999999999999",
            "0x10",
            "%zz%00",
            "=;=;=\"\"",
            "\u00ff\u00fe\u0080",
            "'\"<>{}[]|\\^`",
            "x".repeat(8_000),
            "\t \t",
            "a=b; a=b; svc_session_1=" + ".".repeat(500));

    private static final List<String> REQUESTS = List.of(
            "GET /api/sessions",
            "POST /login",
            "GET /login",
            "GET /healthz",
            "GET /",
            "POST /api/upload",
            "POST /api/projects",
            "POST /api/views",
            "GET /api/folders");

    @TempDir
    private Path folder;

    private TestLogin strangers;
    private ApiRig house;
    private Warnings warnings;

    @BeforeEach
    void start() throws Exception {
        strangers = new TestLogin(folder.resolve("door"), Map.of());
        house = new ApiRig(folder.resolve("house"));
        warnings = new Warnings();
    }

    @AfterEach
    void stop() {
        warnings.close();
        strangers.close();
        house.close();
    }

    static Stream<String> requests() {
        return REQUESTS.stream();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void no_header_makes_a_failure_or_a_line_in_the_log(String request) throws IOException {
        var failures = new ArrayList<String>();
        for (String header : HEADERS) {
            for (String value : VALUES) {
                String answer = answer(request, header + ": " + value);
                if (answer.startsWith("HTTP/1.1 5")) {
                    failures.add(header + ": " + value + " -> "
                            + answer.lines().findFirst().orElse(""));
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(warnings.all()).isEmpty();
    }

    @Test
    void nor_does_a_body() throws IOException {
        for (String body :
                List.of("", "{}", "{", "a=%zz", "--x", "\u0000", "[".repeat(5_000), "csrf_token=a&csrf_token=b")) {
            for (String type : List.of(
                    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x")) {
                assertThat(answer(
                                "POST /login", "Content-Type: " + type + "\r\nContent-Length: " + body.length(), body))
                        .doesNotStartWith("HTTP/1.1 5");
            }
        }
        assertThat(warnings.all()).isEmpty();
    }

    private String answer(String request, String headers) throws IOException {
        return answer(request, headers, "");
    }

    /// The first line of the answer; empty when the connection is closed without one.
    private String answer(String request, String headers, String body) throws IOException {
        int port = request.contains("/api/") ? house.port() : strangers.port();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Waiting.MILLISECONDS);
            String host = "127.0.0.1:" + port;
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\n" + headers
                                    + "\r\n\r\n" + body)
                            .getBytes(ISO_8859_1));
            byte[] answer = new byte[4096];
            int read = socket.getInputStream().read(answer);
            return read < 0 ? "" : new String(answer, 0, read, ISO_8859_1);
        } catch (SocketException closed) {
            return "";
        }
    }
}
