package dev.svc.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.http.Raw;
import dev.svc.server.http.TestLogin;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole service while everything that a penetration test found goes on at once: afterwards every terminal's
/// bytes, every acknowledged change and the list are exactly what a quiet run would have left.
class SiegeIT {
    private static final boolean DEEP = Boolean.getBoolean("svc.deep");
    private static final Duration DEEP_TIME = Duration.ofMinutes(30);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SESSIONS = DEEP ? 12 : 6;

    private static final int LINES = DEEP ? 20_000 : 2_000;

    /// Deep, the programs print as long as the attack lasts, at a pace.
    private static final String ENOUGH = DEEP ? "[ -e \"$(dirname \"$0\")/enough\" ]" : "[ $i -ge " + LINES + " ]";

    private static final String PACE = DEEP ? "[ $((i % 50)) = 0 ] && sleep 0.1" : ":";
    private static final int FLOODS = 3;
    private static final String PROGRAM = """
            #!/bin/sh
            stty -opost -echo
            i=0
            until %s; do i=$((i+1)); echo "line $i of what this prints"; %s; done
            echo "printed $i lines"
            cat
            """.formatted(ENOUGH, PACE);

    @TempDir
    private Path home;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> sessions = new ArrayList<>();
    private final List<Watching> floods = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Queue<Socket> waiting = new ConcurrentLinkedQueue<>();
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void furnish() throws IOException {
        TestLogin.config(home.resolve("svc"), Map.of());
        Path program = Files.writeString(home.resolve("claude"), PROGRAM);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(home.resolve("work"));
        for (int i = 0; i < SESSIONS; i++) {
            sessions.add(session("words of session " + i));
        }
        sessions.add(session("<".repeat(250 << 10)));
        environment = Map.of(
                "SVC_HOME", home.resolve("svc").toString(),
                "SVC_PORT", "0",
                "SVC_SECRET_KEY", TestLogin.SECRET_KEY,
                "SVC_ENGINE1_BIN", program.toString(),
                "SVC_WEB_DIST", home.resolve("svc/dist").toString());
    }

    /// A session of Claude Code in which somebody asked and got this answer.
    private String session(String answer) throws IOException {
        String id = UUID.randomUUID().toString();
        Path folder = Files.createDirectories(home.resolve(".claude/projects/work"));
        Files.writeString(
                folder.resolve(id + ".jsonl"),
                line(id, "user", "\"a question\"")
                        + line(id, "assistant", "[{\"type\":\"text\",\"text\":\"" + answer + "\"}]"));
        return "engine_1:" + id;
    }

    private String line(String id, String role, String content) {
        return """
                {"type":"%s","sessionId":"%s","uuid":"%s","cwd":"%s","timestamp":"2026-11-20T10:00:00Z","message":{"role":"%s","content":%s}}
                """.formatted(role, id, UUID.randomUUID(), home.resolve("work"), role, content);
    }

    @AfterEach
    void hangUp() throws IOException {
        for (var socket : waiting) {
            socket.close();
        }
        floods.forEach(Watching::letGo);
        client.close();
        Started.endAll(home);
    }

    @Test
    void what_was_printed_changed_and_listed_is_the_same_as_if_nobody_had_attacked() throws Exception {
        var titles = new LinkedHashMap<String, String>();
        try (var service = Started.svc(home, environment, "serve")) {
            int port = URI.create(service.address()).getPort();
            var person = new Person(port);
            Waiting.until(() -> person.list().size() == sessions.size());
            besiege(service, port, person, titles);
            Waiting.until(() -> person.list().equals(titles));
            assertThat(service.process().isAlive()).isTrue();
            assertThat(service.err()).doesNotContain("OutOfMemoryError").doesNotContain("has died");
            service.process().destroy();
            Waiting.ended(service.process().toHandle());
        }
        try (var service = Started.svc(home, environment, "serve")) {
            var person = new Person(URI.create(service.address()).getPort());
            Waiting.until(() -> person.list().equals(titles));
        }
    }

    /// Attackers go on until the programs have printed everything and each session has been renamed again and again.
    private void besiege(Started service, int port, Person person, Map<String, String> titles) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var attackers = List.<Future<?>>of(
                    threads.submit(() -> again(() -> refused(port))),
                    threads.submit(() -> again(() -> slow(port))),
                    threads.submit(() -> again(() -> badLogin(port))),
                    threads.submit(() -> again(() -> nonsense(port))),
                    threads.submit(() -> again(() -> person.read(sessions.getLast()))));
            for (int i = 0; i < FLOODS; i++) {
                floods.add(Watching.keptOpen(
                        client, service.address(), sessions.get(i), "?cwd=" + home.resolve("work"), person.cookie));
            }
            try {
                rename(person, titles);
                Files.createFile(home.resolve("enough"));
                for (var flood : floods) {
                    flood.awaitLongText(" lines\n");
                }
            } finally {
                over.set(true); // else the attackers go on for good where something failed
            }
            for (var attacker : attackers) {
                Waiting.result(attacker);
            }
            for (var flood : floods) {
                assertComplete(flood.awaitText(" lines\n"));
            }
        }
    }

    private void rename(Person person, Map<String, String> titles) {
        long end = System.nanoTime() + DEEP_TIME.toNanos();
        for (int round = 0; DEEP ? System.nanoTime() < end : round < 3; round++) {
            for (String session : sessions) {
                String title = "Title " + round + " of " + session.substring(9, 17);
                person.rename(session, title);
                titles.put(session, title);
            }
        }
    }

    /// Everything that the program says it has printed, once and in order.
    private static void assertComplete(String printed) {
        int lines =
                Integer.parseInt(printed.substring(printed.lastIndexOf("printed ") + 8, printed.lastIndexOf(" lines")));
        assertThat(lines).isGreaterThanOrEqualTo(DEEP ? 1 : LINES);
        assertThat(printed)
                .isEqualTo(IntStream.rangeClosed(1, lines)
                        .mapToObj(i -> "line " + i + " of what this prints\n")
                        .collect(Collectors.joining("", "", "printed " + lines + " lines\n")));
    }

    /// One action of an attacker, which may fail.
    private interface Deed {
        void run() throws IOException;
    }

    /// Each runs a dozen times more after the end, so that every kind of attack has taken place.
    private Void again(Deed deed) {
        for (int more = 0; !over.get() || more < 12; more += over.get() ? 1 : 0) {
            try {
                deed.run();
            } catch (IOException refused) {
                Waiting.pause();
            }
        }
        return null;
    }

    /// Sockets without a login that send half a frame of two megabytes.
    private static void refused(int port) throws IOException {
        var held = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 8; i++) {
                var socket = connect(port);
                held.add(socket);
                send(
                        socket,
                        port,
                        "GET /ws/term/engine_1:x HTTP/1.1",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
                socket.getOutputStream()
                        .write(ByteBuffer.allocate(14 + (256 << 10))
                                .put((byte) 0x82)
                                .put((byte) 0xff)
                                .putLong(2 << 20)
                                .array());
            }
        } finally {
            for (var socket : held) {
                socket.close();
            }
        }
    }

    /// Connections that never send a whole request; they stay until the server ends them.
    private void slow(int port) throws IOException {
        for (int i = 0; i < 40; i++) {
            var socket = connect(port);
            waiting.add(socket);
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: x\r\nX: ".getBytes(ISO_8859_1));
        }
        while (waiting.size() > 1_000) {
            waiting.remove().close();
        }
    }

    private static void badLogin(int port) throws IOException {
        try (var raw = new Raw(port)) {
            raw.send(
                    "POST /login",
                    List.of(
                            "Host: 127.0.0.1:" + port,
                            "Origin: http://127.0.0.1:" + port,
                            "Content-Type: application/json"),
                    "{\"username\":\"admin\",\"password\":\"wrong\"}");
        }
    }

    private static void nonsense(int port) throws IOException {
        try (var socket = connect(port)) {
            send(socket, port, "POST /login HTTP/1.1", "Content-Type: text/html; charset=\"", "Content-Length: +2");
            socket.getInputStream().readAllBytes();
        }
    }

    private static Socket connect(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(Waiting.MILLISECONDS);
        return socket;
    }

    private static void send(Socket socket, int port, String... lines) throws IOException {
        String host = "127.0.0.1:" + port;
        socket.getOutputStream()
                .write((String.join("\r\n", lines) + "\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\n\r\n")
                        .getBytes(UTF_8));
    }

    /// The owner, signed in with a browser.
    private static final class Person {
        private final int port;
        private final String cookie;
        private final String token;

        Person(int port) throws IOException {
            this.port = port;
            try (var raw = new Raw(port)) {
                var page = raw.send("GET /login", List.of("Host: 127.0.0.1:" + port), "");
                String before = "svc_session_" + port + "=" + page.cookie("svc_session_" + port);
                var entered = raw.send(
                        "POST /login",
                        List.of(
                                "Host: 127.0.0.1:" + port,
                                "Origin: http://127.0.0.1:" + port,
                                "Cookie: " + before,
                                "X-CSRF-Token: " + page.header("x-csrf-token"),
                                "Content-Type: application/json"),
                        "{\"username\":\"admin\",\"password\":\"" + TestLogin.PASSWORD + "\"}");
                assertThat(entered.status()).as(entered.body()).isBetween(200, 299);
                cookie = "svc_session_" + port + "=" + entered.cookie("svc_session_" + port);
                var config = raw.send("GET /api/config", List.of("Host: 127.0.0.1:" + port, "Cookie: " + cookie), "");
                token = JSON.readTree(config.body()).path("csrf_token").asText();
            }
        }

        private Raw.Answer ask(String line, String body) throws IOException {
            try (var raw = new Raw(port)) {
                return raw.send(
                        line,
                        List.of(
                                "Host: 127.0.0.1:" + port,
                                "Origin: http://127.0.0.1:" + port,
                                "Cookie: " + cookie,
                                "X-CSRF-Token: " + token,
                                "Content-Type: application/json"),
                        body);
            }
        }

        /// Every session with its title.
        Map<String, String> list() throws IOException {
            var titles = new LinkedHashMap<String, String>();
            for (JsonNode row :
                    JSON.readTree(ask("GET /api/sessions?limit=100", "").body()).path("sessions")) {
                titles.put(row.path("id").asText(), row.path("title").asText());
            }
            return titles;
        }

        /// A request that was cut off because the machine was too slow for its deadline is made again, as a page does.
        void rename(String session, String title) {
            Waiting.until(() -> "an answer to the renaming of " + session, () -> {
                try {
                    var answer = ask("POST /api/sessions/" + session + "/rename", "{\"title\":\"" + title + "\"}");
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                    return true;
                } catch (IOException cutOff) {
                    return false;
                }
            });
        }

        void read(String session) throws IOException {
            assertThat(ask("GET /api/sessions/" + session + "/transcript", "").status())
                    .isIn(200, 503);
        }
    }
}
