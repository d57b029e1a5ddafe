package dev.svc.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.connection.Connections;
import dev.svc.server.http.connection.Crowd;
import dev.svc.server.http.connection.Deadlines;
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
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that stop halfway or never stop: each loses its connection, by the
/// server's decision alone.
class SlowClientsIT {
    private static final Duration SOON = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofDays(1);

    @TempDir
    private Path folder;

    private final AtomicInteger port = new AtomicInteger();
    private WebServer server = WebServer.builder().port(0).build();

    private Connections connections = connections(Deadlines.ordinary());
    private final Warnings warnings = new Warnings();

    @BeforeEach
    void furnish() throws IOException {
        Files.createDirectories(folder.resolve("assets"));
        Files.writeString(folder.resolve("index.html"), "<!doctype html><title>svc</title>");
    }

    private static Connections connections(Deadlines deadlines) {
        return new Connections(deadlines, new Crowd(2_000, 64), InetAddress::isLoopbackAddress);
    }

    /// A server that waits for nothing longer than `head` and `other` say.
    private void start(Duration head, Duration other) throws IOException {
        connections.close();
        connections = connections(new Deadlines(head, other, other, LONG, other));
        start();
    }

    private void start() throws IOException {
        server = web().start(new Web.Listen("127.0.0.1", 0, 4 << 20, false), connections)
                .orElseThrow();
        port.set(server.port());
    }

    private Web web() throws IOException {
        var open = Route.get(
                "/healthz", Policy.OPEN, (request, response, visitor) -> Json.send(response, Map.of("ok", true)));
        var read = Route.post(
                "/api/open",
                Policy.OPEN,
                (request, response, visitor) ->
                        Json.send(response, Map.of("bytes", Json.body(request, 1 << 20).length)));
        var secret = Route.get(
                "/api/secret", Policy.READ, (request, response, visitor) -> Json.send(response, Map.of("ok", true)));
        var socket = new SocketRoute("/ws/probe", Policy.READ, (prologue, visitor) -> {
            throw new AssertionError("a stranger got in");
        });
        var echo = new SocketRoute("/ws/echo", Policy.READ, (prologue, visitor) -> new WsListener() {
            @Override
            public void onMessage(WsSession session, String text, boolean last) {
                session.send(text, last);
            }
        });
        var strangers = new Authenticator() {
            @Override
            public Entry enter(RequestHead head) {
                return "yes".equals(head.cookies())
                        ? new Entry.Resident(new Visitor("admin", "login-1", null), false)
                        : new Entry.Stranger();
            }

            @Override
            public boolean holdsCsrfToken(RequestHead head, Entry entry) {
                return true;
            }
        };
        return new Web(
                List.of(open, read, secret),
                List.of(socket, echo),
                new Gate(new Origins(Optional.empty(), List.of(), port::get), strangers),
                new AppPage(Assets.of(folder)));
    }

    @AfterEach
    void stop() {
        server.stop();
        connections.close();
        warnings.close();
    }

    static List<String> begunAndLeft() {
        String get = "GET /healthz HTTP/1.1\r\nHost: HOST\r\n";
        String post = "POST /api/open HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n";
        return List.of(
                "",
                "GE",
                "GET /healthz HTTP/1.1\r\n",
                get + "X-Slow: a",
                get,
                get + "\r\n",
                get + "Connection: close\r\n\r\n",
                get + "\r\nGET /he",
                post + "Content-Length: 100\r\n\r\nabc",
                post + "Transfer-Encoding: chunked\r\n\r\n64\r\nabc",
                "GET /api/secret HTTP/1.1\r\nHost: HOST\r\nContent-Length: 100\r\n\r\nabc");
    }

    @ParameterizedTest
    @MethodSource("begunAndLeft")
    void what_is_begun_and_left_is_ended(String begun) throws IOException {
        start(SOON, SOON);
        try (var client = client()) {
            send(client, begun);
            assertEnds(client);
        }
    }

    /// Beginnings that make the server wait for more.
    static List<String> begun() {
        return begunAndLeft().stream()
                .filter(request -> !request.contains("Connection: close"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("begun")
    void who_goes_in_the_middle_of_a_request_is_nothing_to_write_down(String begun) throws Exception {
        start(LONG, LONG);
        for (boolean reset : List.of(false, true)) {
            try (var client = client()) {
                client.setSoLinger(reset, 0);
                send(client, begun);
                Waiting.until(() -> connections.count() == 1);
            }
            Waiting.until(() -> connections.count() == 0);
        }
        assertThat(warnings.all()).isEmpty();
    }

    static List<List<String>> dripped() {
        return List.of(
                List.of("", "GET /healthz"),
                List.of("GET /healthz HTTP/1.1\r\nHost: HOST\r\nX: ", "x"),
                List.of("GET /healthz HTTP/1.1\r\nHost: HOST\r\n", "X-A: 1\r\n"),
                List.of(
                        "POST /api/open HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 1000000\r\n\r\n",
                        "x"),
                List.of("POST /api/secret HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"));
    }

    /// Each byte arrives in time, but the whole never does.
    @ParameterizedTest
    @MethodSource("dripped")
    void a_byte_now_and_then_wins_no_time(List<String> sent) throws Exception {
        start(SOON, SOON);
        try (var client = client()) {
            send(client, sent.getFirst());
            assertThat(dripUntilRefused(client, sent.getLast())).isTrue();
        }
    }

    private static boolean dripUntilRefused(Socket client, String drop) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMillis(Waiting.MILLISECONDS).toNanos();
        try {
            while (System.nanoTime() < end) {
                for (byte one : drop.getBytes(ISO_8859_1)) {
                    client.getOutputStream().write(one);
                }
                Waiting.pause();
            }
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    @Test
    void who_is_signed_in_may_wait_longer_between_two_requests_than_a_stranger() throws Exception {
        start(LONG, SOON);
        String request = "GET /api/secret HTTP/1.1\r\nHost: HOST\r\nCookie: yes\r\n\r\n";
        try (var client = client();
                var stranger = client()) {
            send(client, request);
            assertThat(read(client)).startsWith("HTTP/1.1 200");

            send(stranger, "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n");
            assertEnds(stranger);
            send(client, request);
            assertThat(read(client)).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}",
                "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Content-Length: +2\r\n\r\n{}",
                "Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\n\r\n",
            })
    void a_body_whose_end_is_in_doubt_is_a_400_and_no_request_follows_it(String framing) throws IOException {
        start();
        String next = "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n";
        String answers =
                answer("POST /api/open HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n" + framing + next + next);

        assertThat(answers).startsWith("HTTP/1.1 400").contains("bad_request");
        assertThat(answers.substring(1)).doesNotContain("HTTP/1.1");
    }

    @Test
    void plain_chunks_are_read() throws IOException {
        start();
        assertThat(answer(lines(
                        "POST /api/open HTTP/1.1",
                        "Host: HOST",
                        "Origin: http://HOST",
                        "Connection: close",
                        "Transfer-Encoding: chunked",
                        "",
                        "2",
                        "ab",
                        "A",
                        "0123456789",
                        "0",
                        "")))
                .startsWith("HTTP/1.1 200")
                .contains("{\"bytes\":12}");
    }

    /// The server keeps nothing of what four hundred refused sockets still send: it discards that or never reads it.
    @Test
    void refused_sockets_that_go_on_sending_cost_nothing() throws Exception {
        start();
        var clients = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 400; i++) {
                clients.add(refused());
            }
            for (var client : clients) {
                assertEnds(client);
            }
            assertThat(answer("GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(bytes = {(byte) 0x83, (byte) 0x8f, (byte) 0xf1, 0x01, 0x00, 0x09})
    void frames_that_are_none_end_their_socket_and_are_nothing_to_write_down(byte first) throws Exception {
        start(LONG, LONG);
        try (var client = client()) {
            send(client, upgrade("/ws/echo", "Cookie: yes"));
            readHead(client);
            client.getOutputStream().write(new byte[] {first, (byte) 0x81, 0, 0, 0, 0, 'x'});
            client.getOutputStream().write(new byte[] {(byte) 0x80, (byte) 0x80, 0, 0, 0, 0});
            client.shutdownOutput();
            assertThat(read(client)).doesNotContain("HTTP");
        }
        Waiting.until(() -> connections.count() == 0);
        assertThat(warnings.all()).isEmpty();
    }

    /// Refused with 4401, then sends half a frame of two megabytes, as far as the server takes it.
    private Socket refused() throws IOException {
        var client = client();
        send(client, upgrade("/ws/probe", "X-Login: none"));
        readHead(client);
        var in = client.getInputStream();
        assertThat(in.read()).isEqualTo(0x88);
        byte[] reason = in.readNBytes(in.read());
        assertThat(ByteBuffer.wrap(reason).getShort()).isEqualTo((short) 4401);
        try {
            client.getOutputStream()
                    .write(ByteBuffer.allocate(14)
                            .put((byte) 0x82)
                            .put((byte) 0xff)
                            .putLong((2 << 20) - 16)
                            .putInt(0)
                            .array());
            for (int sent = 0; sent < 32; sent++) {
                client.getOutputStream().write(new byte[64 << 10]);
            }
        } catch (SocketException ended) {
            assertThat(ended).isNotNull(); // sooner than expected: that is as good
        }
        return client;
    }

    private static String upgrade(String path, String header) {
        return lines(
                "GET " + path + " HTTP/1.1",
                "Host: HOST",
                "Origin: http://HOST",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                header,
                "");
    }

    /// Reads the answer to an upgrade that is granted, and nothing behind it.
    private static void readHead(Socket client) throws IOException {
        var in = client.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 101");
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    private Socket client() throws IOException {
        var client = new Socket(InetAddress.getLoopbackAddress(), port.get());
        client.setSoTimeout(Waiting.MILLISECONDS);
        return client;
    }

    private void send(Socket client, String text) throws IOException {
        client.getOutputStream()
                .write(text.replace("HOST", "127.0.0.1:" + port.get()).getBytes(ISO_8859_1));
    }

    private static String read(Socket client) throws IOException {
        byte[] answer = new byte[16 << 10];
        int read = client.getInputStream().read(answer);
        return read < 0 ? "" : new String(answer, 0, read, ISO_8859_1);
    }

    /// Everything that comes back until the server closes.
    private String answer(String request) throws IOException {
        try (var client = client()) {
            send(client, request);
            var all = new StringBuilder();
            try {
                for (String part = read(client); !part.isEmpty(); part = read(client)) {
                    all.append(part);
                }
            } catch (SocketException reset) {
                assertThat(reset).isNotNull(); // closed over bytes that nobody read
            }
            return all.toString();
        }
    }

    /// Waits until the server ends the connection, in order or not.
    private static void assertEnds(Socket client) {
        try {
            while (!read(client).isEmpty()) {
                // an answer that came before
            }
        } catch (IOException ended) {
            assertThat(ended).isInstanceOf(SocketException.class);
        }
    }
}
