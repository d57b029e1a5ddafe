package dev.svc.server.http.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.auth.Auth;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.Schema;
import dev.svc.server.http.TestLogin;
import dev.svc.server.http.Web;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.gate.Authenticator;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.system.OpenApiRoutes;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.Picture;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoardApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SessionId ONE = new SessionId(EngineKey.CLAUDE_CODE, "one");

    /// A pace at which a waiting test is not slow.
    private static final BoardRoutes.Pace OFTEN = reader -> reader.next(Duration.ofMillis(1)) == null;

    @TempDir
    Path temp = Path.of("");

    private final AtomicInteger port = new AtomicInteger();
    private final AtomicReference<Picture> shown = new AtomicReference<>(picture("first"));
    private final AtomicInteger looks = new AtomicInteger();
    private final Semaphore turns = new Semaphore(0);
    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private Catalog catalog;
    private Auth auth;
    private LiveEvents events;
    private WebServer server = WebServer.builder().port(0).build();

    @BeforeEach
    void furnish() throws IOException {
        var engines = new Engines(List.of(new FakeEngine(EngineKey.CLAUDE_CODE, temp.resolve("store"))));
        var cache = new Cache(temp.resolve("cache"), "test");
        catalog = new Catalog(engines, metadata::organisation, List::of, Catalog.Settings.once(cache));
        auth = Auth.open(
                TestLogin.config(temp.resolve("door"), Map.of()), Clock.systemUTC(), new SecureRandom(), note -> {});
        events = new LiveEvents(metadata, catalog);
        Files.writeString(Files.createDirectory(temp.resolve("dist")).resolve("index.html"), "<!doctype html>");
    }

    @AfterEach
    void stop() {
        events.close();
        server.stop();
        auth.close();
        catalog.close();
        metadata.close();
    }

    private void start(Supplier<? extends Collection<Picture>> pictures, BoardRoutes.Pace pace) throws IOException {
        var routes = new BoardRoutes(
                pictures, events, new LoginEnds(auth.logins(), auth.api().kept()), pace);
        var gate = new Gate(new Origins(Optional.empty(), List.of(), port::get), new Resident());
        server = new Web(List.of(routes.route()), List.of(), gate, new AppPage(Assets.of(temp.resolve("dist"))))
                .start(new Web.Listen("127.0.0.1", 0, 1 << 20, false))
                .orElseThrow();
        port.set(server.port());
    }

    /// Shows the pictures that the test has set, and counts how often they are read.
    private Collection<Picture> hung() {
        looks.incrementAndGet();
        return List.of(shown.get());
    }

    /// A look whenever the test says so.
    private boolean turn(LiveReader reader) throws InterruptedException {
        while (!turns.tryAcquire()) {
            if (reader.next(Duration.ofMillis(1)) != null) {
                return false;
            }
        }
        return true;
    }

    private static Picture picture(String line) {
        return new Picture(ONE, Status.IDLE, null, List.of(line), 80, 24);
    }

    private record Resident() implements Authenticator {
        @Override
        public Entry enter(RequestHead head) {
            return new Entry.Resident(new Visitor("admin", null, null), false);
        }

        @Override
        public boolean holdsCsrfToken(RequestHead head, Entry entry) {
            return true;
        }
    }

    @Test
    void all_that_run_are_shown_and_then_what_changes_until_it_ends() throws Exception {
        try (var house = new House(temp.resolve("house"))) {
            house.pinning.script = "printf 'ready \\033[31mred\\033[0m\\342\\200\\256evil\\n\\n'; cat";
            start(house.terminals::pictures, OFTEN);
            var id = house.stored("one");
            try (var viewer = house.terminals.open(AttachRequest.of(id, new Size(90, 30), "tab"));
                    var board = new Stream()) {
                var first = board.next();
                assertThat(first.name()).isEqualTo("tile");
                var tile = board.until("ready redevil", first);
                assertThat(tile.data().path("sid").asText()).isEqualTo(id.toString());
                assertThat(tile.data().path("status").asText()).isEqualTo("idle");
                assertThat(tile.data().path("cols").asInt()).isEqualTo(90);
                assertThat(tile.data().path("rows").asInt()).isEqualTo(30);
                viewer.write("hello\n".getBytes(UTF_8));
                board.until("hello", board.next());
                house.terminals.end(id);
                var end = board.next();
                while (!end.name().equals("ended")) {
                    end = board.next();
                }
                assertThat(end.data().path("sid").asText()).isEqualTo(id.toString());
            }
        }
    }

    @Test
    void where_nothing_runs_the_first_picture_is_complete_at_once() throws Exception {
        start(List::of, OFTEN);
        try (var board = new Stream()) {
            assertThat(board.next().name()).isEqualTo("complete");
        }
    }

    @Test
    void what_changes_between_two_looks_is_shown_as_it_is_at_the_next_one() throws Exception {
        start(this::hung, this::turn);
        try (var board = new Stream()) {
            assertThat(board.next().line()).isEqualTo("first");
            assertThat(board.next().name()).isEqualTo("complete");
            for (int i = 1; i <= 100; i++) {
                shown.set(picture("change " + i));
            }
            turns.release();
            assertThat(board.next().line()).isEqualTo("change 100");
            turns.release(3); // nothing new
            Waiting.until(() -> turns.availablePermits() == 0 && looks.get() == 5);
            shown.set(picture("last"));
            turns.release();
            assertThat(board.next().line()).isEqualTo("last");
        }
    }

    @Test
    void there_are_four_looks_a_second_at_most() {
        assertThat(BoardRoutes.PACE.multipliedBy(4)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_stream_without_news_says_that_it_is_alive() throws Exception {
        start(this::hung, this::turn);
        try (var board = new Stream()) {
            assertThat(board.next().name()).isEqualTo("tile");
            assertThat(board.next().name()).isEqualTo("complete");
            turns.release(BoardRoutes.SILENCE);
            assertThat(board.next().name()).isEqualTo("heartbeat");
        }
    }

    @Test
    void nobody_looks_where_nobody_listens() throws Exception {
        start(this::hung, OFTEN);
        assertThat(looks).hasValue(0);
        try (var board = new Stream()) {
            assertThat(board.next().name()).isEqualTo("tile");
            assertThat(events.streams()).isOne();
            events.endStreams();
            assertThat(board.rest()).contains("complete");
        }
        Waiting.until(() -> events.streams() == 0);
        int before = looks.get();
        try (var late = new Stream()) {
            assertThat(late.rest())
                    .as("a service that stops shows what there is, and no more")
                    .contains("complete");
        }
        assertThat(looks).hasValue(before + 1);
    }

    @Test
    void a_page_that_reads_nothing_holds_nobody_up_and_gathers_nothing() throws Exception {
        start(this::hung, OFTEN);
        String large = "x".repeat(64 << 10);
        try (var stalled = new Stream(4_096);
                var board = new Stream()) {
            assertThat(stalled.tile().line()).isEqualTo("first");
            assertThat(board.tile().line()).isEqualTo("first");
            // Four megabytes fit into the system, and these are ten times as many.
            for (int i = 1; i <= 700; i++) {
                shown.set(picture(i + large));
                assertThat(board.tile().line()).startsWith(i + "x");
            }

            shown.set(picture("newest"));
            int got = 1;
            while (!stalled.tile().line().equals("newest")) {
                got++;
            }
            assertThat(got)
                    .as("pictures for somebody who did not look while there were 700")
                    .isLessThan(700);
        }
    }

    /// One event as it came.
    private record Event(String name, JsonNode data) {
        /// The last line of its picture.
        String line() {
            var lines = data.path("lines");
            return lines.path(lines.size() - 1).asText();
        }
    }

    /// Reads a stream event by event, and holds each against the description of the interface.
    private final class Stream implements AutoCloseable {
        private final Socket socket = new Socket();
        private final BufferedReader in;

        private Stream() throws IOException {
            this(0);
        }

        private Stream(int room) throws IOException {
            if (room > 0) {
                socket.setReceiveBufferSize(room);
            }
            socket.setSoTimeout(Waiting.MILLISECONDS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get()));
            String head = "GET /api/board HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(port.get());
            socket.getOutputStream().write(head.getBytes(US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
        }

        private Event next() throws IOException {
            var name = "";
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("event:")) {
                    name = line.substring(6).strip();
                } else if (line.startsWith("data:")) {
                    return described(new Event(name, JSON.readTree(line.substring(5))));
                }
            }
            throw new IOException("the stream ended");
        }

        /// The next picture, whatever else comes before it.
        private Event tile() throws IOException {
            var event = next();
            while (!event.name().equals("tile")) {
                event = next();
            }
            return event;
        }

        /// Reads on to a picture that has these words.
        private Event until(String words, Event from) throws IOException {
            var event = from;
            while (!event.data().path("lines").toString().contains(words)) {
                event = next();
            }
            return event;
        }

        /// Everything received until the stream ends.
        private String rest() throws IOException {
            var text = new StringBuilder();
            for (var line = in.readLine(); line != null && !line.equals("0"); line = in.readLine()) {
                text.append(line).append('\n');
            }
            return text.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static Event described(Event event) throws IOException {
        if (event.name().equals("tile") && event.line().length() < 1000) {
            var root = JSON.readTree(OpenApiRoutes.description());
            var schema =
                    root.at("/paths/~1api~1board/get/responses/200/content/text~1event-stream/schema/contentSchema");
            assertThat(schema.isMissingNode()).isFalse();
            var objections = new ArrayList<String>();
            new Schema(root).check(schema, event.data(), "$", objections);
            assertThat(objections).isEmpty();
        }
        return event;
    }
}
