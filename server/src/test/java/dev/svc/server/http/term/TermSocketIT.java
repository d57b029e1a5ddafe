package dev.svc.server.http.term;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Engines;
import dev.svc.server.http.RawSocket;
import dev.svc.server.http.Web;
import dev.svc.server.http.gate.Authenticator;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.Limits;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class TermSocketIT {
    private static final boolean DEEP = Boolean.getBoolean("svc.deep");
    private static final int MOST = 60;

    @TempDir
    Path temp;

    private final AtomicInteger port = new AtomicInteger();
    private final AtomicBoolean loginOver = new AtomicBoolean();
    private final AtomicBoolean proven = new AtomicBoolean(true);
    private final AtomicBoolean mustChange = new AtomicBoolean();
    private House house;
    private TermSockets sockets;
    private WebServer server = WebServer.builder().port(0).build();

    @BeforeEach
    void start() throws IOException {
        house = new House(temp);
        sockets = new TermSockets(
                house.terminals,
                new Engines(List.of(house.pinning, house.minting)),
                _ -> !loginOver.get(),
                _ -> proven.get(),
                MOST);
        Path dist = Files.createDirectory(temp.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html>");
        var gate = new Gate(new Origins(Optional.empty(), List.of(), port::get), new Resident(mustChange));
        server = new Web(List.of(), List.of(sockets.route()), gate, new AppPage(Assets.of(dist)))
                .start(new Web.Listen("127.0.0.1", 0, 4 << 20, false))
                .orElseThrow();
        port.set(server.port());
    }

    @AfterEach
    void stop() {
        sockets.close();
        house.close();
        server.stop();
    }

    public record Resident(AtomicBoolean mustChange) implements Authenticator {
        Resident() {
            this(new AtomicBoolean());
        }

        @Override
        public Entry enter(RequestHead head) {
            return new Entry.Resident(new Visitor("admin", "login-1", null), mustChange.get());
        }

        @Override
        public boolean holdsCsrfToken(RequestHead head, Entry entry) {
            return true;
        }
    }

    @Test
    void hello_says_exactly_which_bytes_follow_and_live_comes_after_them() throws IOException {
        var id = house.stored("one");
        try (var first = open(id, "cols=90&rows=30")) {
            first.readUntil("up\r\n");
        }
        Waiting.until(() -> sockets.count() == 0);
        try (var again = open(id, "cols=90&rows=30")) {
            var hello = again.await(RawSocket.TEXT).json();
            long length = hello.path("end").asLong() - hello.path("start").asLong();
            String replayed = again.await(RawSocket.BINARY).text();

            assertThat(hello.path("t").asText()).isEqualTo("hello");
            assertThat(hello.path("sid").asText()).isEqualTo("engine_1:one");
            assertThat(hello.path("role").asText()).isEqualTo("writer");
            assertThat(hello.path("cols").asInt()).isEqualTo(90);
            assertThat(hello.path("reset").asBoolean()).isTrue();
            assertThat(hello.path("backend").asText()).isEqualTo("dtach");
            assertThat(replayed).isEqualTo("up\r\n").hasSize((int) length);
            assertThat(again.await(RawSocket.TEXT).json().path("t").asText()).isEqualTo("live");
        }
    }

    @Test
    void who_typed_a_moment_ago_waits_for_an_echo() throws IOException {
        var id = house.stored("one");
        try (var socket = opened(id, "")) {
            assertThat(sockets.awaitsEcho()).as("before a key").isFalse();
            Waiting.until(() -> {
                socket.keys("x");
                return sockets.awaitsEcho();
            });
            Waiting.until(() -> !sockets.awaitsEcho());
        }
    }

    @Test
    void more_sockets_than_memory_is_set_aside_for_are_told_to_come_later() throws IOException {
        var id = house.stored("one");
        var held = new ArrayList<RawSocket>();
        try {
            for (int i = 0; i < MOST; i++) {
                held.add(opened(id, ""));
            }
            try (var more = open(id, "")) {
                assertThat(more.awaitClose().closeCode()).isEqualTo(1013);
            }
        } finally {
            for (var socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void keys_go_in_and_their_echo_comes_out() throws IOException {
        try (var socket = open(house.stored("one"), "")) {
            socket.readUntil("up\r\n");
            socket.keys("grüße\n");

            assertThat(socket.readUntil("grüße\r\ngrüße\r\n")).isEqualTo("grüße\r\ngrüße\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "engine_1:nobody, '', 4404, There is no such session.",
        "engine_99:x, '', 4404, There is no such session.",
        "engine_1:.hidden, '', 4404, There is no such session.",
        "engine_2:new-00000000-0000-0000-0000-000000000000, new=1&cwd=relative, 4404, 'A working folder is needed, as an absolute path.'",
        "engine_1:one, cols=0, 4413, The address asks for something that is not known here.",
        "engine_1:one, have=x, 4413, The address asks for something that is not known here.",
    })
    void what_cannot_be_opened_is_closed_with_its_code_and_reason(String sid, String query, int code, String reason)
            throws IOException {
        try (var socket = new RawSocket(port.get(), "/ws/term/" + sid + "?" + query)) {
            var close = socket.read();

            assertThat(close.opcode()).isEqualTo(RawSocket.CLOSE);
            assertThat(close.closeCode()).isEqualTo(code);
            assertThat(close.closeReason()).isEqualTo(reason);
        }
    }

    @Test
    void one_who_must_change_the_password_first_sees_nothing() throws IOException {
        mustChange.set(true);
        var id = house.stored("one");
        try (var socket = open(id, "")) {
            assertThat(socket.read().closeCode()).isEqualTo(4403);
        }
        assertThat(house.terminals.isLive(id)).isFalse();
    }

    @Test
    void a_program_that_acts_without_asking_is_started_by_who_has_proven_to_be_there() throws IOException {
        var id = house.stored("one");
        proven.set(false);
        try (var refused = open(id, "bypass=1")) {
            var close = refused.awaitClose();
            assertThat(close.closeCode()).isEqualTo(4500);
            assertThat(close.closeReason()).contains("proven to be there");
        }
        assertThat(house.terminals.isLive(id)).isFalse();
        proven.set(true);
        try (var starting = open(id, "bypass=1&viewer=a")) {
            starting.readUntil("up\r\n");
        }
        proven.set(false);
        try (var again = open(id, "bypass=1&viewer=a")) { // it runs already, and nothing is started
            again.readUntil("up\r\n");
        }
    }

    @Test
    void a_session_that_another_server_holds_is_closed_with_who_has_it() throws IOException {
        var id = house.stored("one");
        try (var other = new House(temp, "b", new Limits(9, 9), false)) {
            other.terminals.open(AttachRequest.of(other.stored("one"), Size.USUAL, "tab"));
            try (var socket = open(id, "")) {
                var close = socket.read();

                assertThat(close.closeCode()).isEqualTo(4409);
                assertThat(close.closeReason()).startsWith("Another server on this machine has this session");
            }
        }
    }

    @Test
    void a_program_that_ends_at_once_three_times_is_not_started_again_and_says_why() throws IOException {
        house.pinning.script = "exit 9";
        var id = house.stored("one");
        for (int i = 0; i < 3; i++) {
            try (var socket = open(id, "")) {
                assertThat(socket.awaitClose().closeCode()).isEqualTo(4410);
            }
            Waiting.until(() -> !house.terminals.isLive(id));
        }
        try (var socket = open(id, "")) {
            var close = socket.read();

            assertThat(close.closeCode()).isEqualTo(4500);
            assertThat(close.closeReason()).contains("3 times", "code 9");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "7",
                "{\"t\":\"nothing\"}",
                "{\"t\":\"resize\",\"cols\":\"80\",\"rows\":24}",
                "{\"t\":\"resize\",\"cols\":80,\"rows\":1001}",
                "{\"t\":\"ack\",\"offset\":1.5}",
                "{\"t\":\"ack\",\"offset\":1e99}",
                "{\"t\":\"ping\"}"
            })
    void a_malformed_control_ends_the_socket_and_not_the_program(String control) throws IOException {
        var id = house.stored("one");
        try (var socket = open(id, "")) {
            socket.text(control);

            assertThat(socket.awaitClose().closeCode()).isEqualTo(4413);
        }
        assertThat(house.terminals.isLive(id)).isTrue();
    }

    @Test
    void text_that_is_no_utf_8_ends_the_socket() throws IOException {
        try (var socket = open(house.stored("one"), "")) {
            socket.send(RawSocket.TEXT, new byte[] {'{', (byte) 0xc3, (byte) 0x28, '}'});

            assertThat(socket.awaitClose().closeCode()).isEqualTo(4413);
        }
    }

    @Test
    void a_frame_over_64_kib_ends_the_socket_whole_or_in_pieces() throws IOException {
        var id = house.stored("one");
        try (var socket = open(id, "")) {
            socket.send(RawSocket.TEXT, new byte[(64 << 10) + 1]);
            assertThat(socket.awaitClose().closeCode()).isEqualTo(4413);
        }
        try (var socket = open(id, "")) {
            socket.send(RawSocket.BINARY, new byte[3 << 20]);
            assertThat(socket.awaitClose().closeCode()).isEqualTo(1009);
        } catch (IOException cutWhileSending) {
            assertThat(house.terminals.isLive(id)).isTrue();
        }
        try (var socket = open(id, "")) {
            socket.send(RawSocket.TEXT, false, new byte[40_000]);
            socket.send(0, true, new byte[40_000]);
            assertThat(socket.awaitClose().closeCode()).isEqualTo(4413);
        }
    }

    @Test
    void both_kinds_of_ping_are_answered() throws IOException {
        try (var socket = open(house.stored("one"), "")) {
            socket.send(RawSocket.PING, "abc".getBytes(UTF_8));
            assertThat(socket.await(RawSocket.PONG).text()).isEqualTo("abc");

            socket.text("{\"t\":\"ping\",\"n\":42}");
            assertThat(socket.awaitControl("pong").path("n").asInt()).isEqualTo(42);
        }
    }

    @Test
    void the_end_of_the_program_is_told_and_then_the_socket_closes() throws IOException {
        house.pinning.script = "echo bye; exit 3";
        try (var socket = open(house.stored("one"), "")) {
            socket.readUntil("bye\r\n");
            var exit = socket.awaitControl("exit");

            assertThat(exit.path("code").asInt()).isEqualTo(3);
            assertThat(exit.path("signal").isNull()).isTrue();
            assertThat(socket.awaitClose().closeCode()).isEqualTo(4410);
        }
    }

    @Test
    void a_takeover_and_a_new_size_are_told_to_everybody() throws IOException {
        var id = house.stored("one");
        try (var first = opened(id, "viewer=a");
                var second = opened(id, "viewer=b")) {
            first.awaitControl("live");
            second.awaitControl("live");
            second.text("{\"t\":\"takeover\"}");

            var role = first.awaitControl("role");
            assertThat(role.path("role").asText()).isEqualTo("viewer");
            assertThat(role.path("holder").asText()).isEqualTo("b");
            assertThat(second.awaitControl("role").path("role").asText()).isEqualTo("writer");

            second.text("{\"t\":\"resize\",\"cols\":70,\"rows\":20}");
            assertThat(first.awaitControl("size").path("cols").asInt()).isEqualTo(70);
        }
    }

    @Test
    void a_stopping_server_and_a_logout_have_their_codes_and_leave_the_program() throws IOException {
        var id = house.stored("one");
        try (var leaving = open(id, "viewer=a")) {
            leaving.awaitControl("live");
            sockets.endLogin("login-2");
            sockets.endLogin("login-1");
            assertThat(leaving.awaitClose().closeCode()).isEqualTo(4401);
        }
        try (var staying = open(id, "viewer=b")) {
            staying.awaitControl("live");
            sockets.close();
            assertThat(staying.awaitClose().closeCode()).isEqualTo(1001);
        }
        assertThat(house.terminals.isLive(id)).isTrue();
    }

    @Test
    void a_login_that_ends_during_the_upgrade_leaves_no_socket_open() throws IOException {
        loginOver.set(true);
        try (var late = open(house.stored("one"), "viewer=a")) {
            assertThat(late.awaitClose().closeCode()).isEqualTo(4401);
        }
    }

    /// The viewer's stream, assembled over all its connections, equals the program's output byte for byte.
    @Test
    void forced_drops_lose_nothing_and_double_nothing() throws Exception {
        int drops = DEEP ? 1000 : 120;
        house.pinning.script = "stty -opost; for i in $(seq 1 60); do seq $i 1500; sleep 0.02; done; echo END; cat";
        var id = house.stored("one");
        var random = new Random(5);
        var stream = new ByteArrayOutputStream();
        for (int i = 0; i < drops; i++) {
            try (var socket = open(id, "viewer=a&have=" + stream.size())) {
                int wanted = stream.size() + random.nextInt(2 * 380_000 / drops);
                assertThat(socket.await(RawSocket.TEXT).json().path("reset").asBoolean())
                        .isFalse();
                while (stream.size() < wanted && !stream.toString(UTF_8).endsWith("END\n")) {
                    stream.write(socket.await(RawSocket.BINARY).bytes());
                }
            }
        }
        try (var socket = open(id, "viewer=a&have=" + stream.size())) {
            while (!stream.toString(UTF_8).endsWith("END\n")) {
                stream.write(socket.await(RawSocket.BINARY).bytes());
            }
        }

        assertThat(hash(stream.toByteArray())).isEqualTo(hash(printed()));
    }

    private static byte[] printed() {
        var text = new StringBuilder();
        IntStream.rangeClosed(1, 60)
                .forEach(i -> IntStream.rangeClosed(i, 1500)
                        .forEach(line -> text.append(line).append('\n')));
        return text.append("END\n").toString().getBytes(UTF_8);
    }

    private static String hash(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    @Test
    void one_that_never_reads_holds_up_nobody_and_is_told_what_it_missed() throws IOException {
        house.pinning.script = "stty -opost; echo up; read -r go; seq 1 700000; echo END; cat";
        var id = house.stored("one");
        try (var writer = opened(id, "viewer=a");
                var sleeper = open(id, "viewer=b")) {
            long slept = sleeper.awaitControl("hello").path("start").asLong();
            long alive = slept;
            writer.readUntil("up\n");
            writer.keys("\n");
            long seen = 3;
            while (true) {
                var frame = writer.read();
                if (frame.opcode() == RawSocket.BINARY) {
                    seen += frame.bytes().length;
                    writer.text("{\"t\":\"ack\",\"offset\":" + seen + "}");
                    // One that says nothing for half a minute is cut, and this may take longer.
                    alive++;
                    sleeper.text("{\"t\":\"ack\",\"offset\":" + alive + "}");
                    if (frame.text().endsWith("END\n")) {
                        break;
                    }
                } else if (frame.opcode() == RawSocket.TEXT
                        && frame.json().path("t").asText().equals("lag")) {
                    seen = frame.json().path("start").asLong();
                }
            }
            var lag = lagAfter(sleeper, slept);

            assertThat(lag).isGreaterThan(1 << 20);
        }
    }

    /// Reads and acknowledges what was still in transit, and returns the offset at which the stream continues.
    private static long lagAfter(RawSocket sleeper, long from) throws IOException {
        long seen = from;
        while (true) {
            var frame = sleeper.read();
            if (frame.opcode() == RawSocket.BINARY) {
                seen += frame.bytes().length;
                sleeper.text("{\"t\":\"ack\",\"offset\":" + seen + "}");
            } else if (frame.opcode() == RawSocket.TEXT
                    && frame.json().path("t").asText().equals("lag")) {
                return frame.json().path("start").asLong();
            }
        }
    }

    @Test
    void noise_on_raw_sockets_breaks_nothing() throws IOException {
        var id = house.stored("one");
        var random = new Random(11);
        try (var writer = open(id, "viewer=writer")) {
            writer.awaitControl("live");
            for (int i = 0; i < (DEEP ? 20_000 : 300); i++) {
                try (var socket = open(id, "")) {
                    byte[] noise = new byte[1 + random.nextInt(300)];
                    random.nextBytes(noise);
                    socket.raw(noise);
                } catch (IOException refusedOrCut) {
                    // even if this one fails, the next must be served
                }
                writer.text("{\"t\":\"ping\",\"n\":1}");
                writer.awaitControl("pong");
            }
            writer.keys("still here\n");
            writer.readUntil("still here\r\nstill here");
            Waiting.until(() -> sockets.count() == 1);
        }
    }

    /// When this returns, the server knows the writer: a later viewer does not become one.
    private RawSocket opened(SessionId id, String query) throws IOException {
        var socket = open(id, query);
        socket.awaitControl("hello");
        return socket;
    }

    private RawSocket open(SessionId id, String query) throws IOException {
        return new RawSocket(port.get(), "/ws/term/" + id + "?" + query);
    }
}
