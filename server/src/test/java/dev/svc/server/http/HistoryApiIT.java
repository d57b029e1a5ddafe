package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.http.live.LiveEvent;
import dev.svc.server.http.live.LiveReader;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryApiIT {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");

    @TempDir
    Path folder = Path.of("");

    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        ApiRig.session(folder, "one", "first", 1);
        ApiRig.session(folder, "two", "second", 2);
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static List<Long> seqs(JsonNode body) {
        return StreamSupport.stream(body.path("events").spliterator(), false)
                .map(event -> event.path("seq").asLong())
                .toList();
    }

    @Test
    void the_audit_shows_the_newest_first_page_by_page() throws Exception {
        for (int i = 0; i < 5; i++) {
            rig.metadata.rename(ONE, "title " + i, ADMIN);
        }
        var first = rig.get("/api/audit?limit=2").body();
        assertThat(seqs(first)).containsExactly(5L, 4L);
        var second = rig.get("/api/audit?limit=2&before_seq="
                        + first.path("next_before_seq").asLong())
                .body();
        assertThat(seqs(second)).containsExactly(3L, 2L);
        var last = rig.get("/api/audit?limit=2&before_seq=2").body();
        assertThat(seqs(last)).containsExactly(1L);
        assertThat(last.path("next_before_seq").isNull()).isTrue();
    }

    @Test
    void the_audit_is_filtered_by_type_session_project_actor_and_time() throws Exception {
        var project = rig.metadata.createProject("p", null, List.of(), ADMIN);
        rig.metadata.assign(ONE, project.id(), Actor.CLI);
        rig.metadata.rename(TWO, "t", ADMIN);
        rig.metadata.security(SecurityEvent.of(SecurityEvent.Kind.LOGGED_IN), ADMIN);
        assertThat(seqs(rig.get("/api/audit?type=renamed").body())).containsExactly(3L);
        assertThat(seqs(rig.get("/api/audit?session=codex:one").body())).containsExactly(2L);
        assertThat(seqs(rig.get("/api/audit?project=" + project.id()).body())).containsExactly(2L, 1L);
        assertThat(seqs(rig.get("/api/audit?actor=cli").body())).containsExactly(2L);
        assertThat(seqs(rig.get("/api/audit?since=2027-01-01T00:00:00Z").body()))
                .isEmpty();
        assertThat(seqs(rig.get("/api/audit?until=2026-01-01T00:00:00Z").body()))
                .isEmpty();
        assertThat(seqs(rig.get("/api/sessions/codex:one/events").body())).containsExactly(2L);
        assertThat(rig.get("/api/audit?since=yesterday").status()).isEqualTo(400);
        assertThat(rig.get("/api/audit?type=logged_in")
                        .body()
                        .at("/events/0/category")
                        .asText())
                .isEqualTo("security");
    }

    @Test
    void an_export_has_a_line_for_each_entry() throws Exception {
        rig.metadata.rename(ONE, "a", ADMIN);
        rig.metadata.favourite(ONE, ADMIN);
        var lines = rig.text("/api/audit/export").body().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(new ObjectMapper().readTree(lines.get(1)).path("type").asText())
                .isEqualTo("favourited");
    }

    @Test
    void any_moment_can_be_asked_for_by_number_or_time_and_is_now_without_either() throws Exception {
        rig.metadata.rename(ONE, "a", ADMIN);
        rig.metadata.rename(ONE, "b", ADMIN);
        var title = "/sessions/engine_2:one/title";
        assertThat(rig.get("/api/metadata?seq=1").body().at(title).asText()).isEqualTo("a");
        assertThat(rig.get("/api/metadata").body().at(title).asText()).isEqualTo("b");
        assertThat(rig.get("/api/metadata?at=2027-01-01T00:00:00Z")
                        .body()
                        .at(title)
                        .asText())
                .isEqualTo("b");
        assertThat(rig.get("/api/metadata?at=2020-01-01T00:00:00Z")
                        .body()
                        .path("seq")
                        .asLong())
                .isZero();
        assertThat(rig.get("/api/metadata?seq=1&at=2027-01-01T00:00:00Z").status())
                .isEqualTo(400);
    }

    @Test
    void undoing_answers_with_what_it_appended_and_refuses_with_the_reason() throws Exception {
        rig.metadata.rename(ONE, "a", ADMIN);
        rig.metadata.rename(ONE, "b", ADMIN);
        var refused = rig.post("/api/metadata/undo", "{\"seq\": 1}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().path("detail").asText()).contains("2 came later");
        assertThat(seqs(rig.post("/api/metadata/undo", "{\"seq\": 2}").body())).containsExactly(3L);
        assertThat(rig.post("/api/metadata/undo", "{\"seq\": 2}").status()).isEqualTo(409);
        assertThat(rig.post("/api/metadata/undo", "{\"seq\": 99}").status()).isEqualTo(404);
        assertThat(rig.post("/api/metadata/undo", "{}").status()).isEqualTo(400);
        assertThat(rig.post("/api/metadata/undo", "{\"seq\": 1, \"force\": true}")
                        .status())
                .isEqualTo(200);
        assertThat(rig.metadata.organisation().marks(ONE).title()).isNull();
    }

    @Test
    void a_batch_is_undone_as_one() throws Exception {
        var entries = rig.metadata.archive(List.of(ONE, TWO), ADMIN).entries();
        var answer = rig.post(
                "/api/metadata/undo", "{\"batch\": \"" + entries.getFirst().batch() + "\"}");
        assertThat(seqs(answer.body())).containsExactly(3L, 4L);
        assertThat(rig.metadata.organisation().marked()).isEmpty();
    }

    @Test
    void the_stream_tells_of_changes_as_they_come_and_resumes_where_it_broke_off() throws Exception {
        rig.metadata.rename(ONE, "before", ADMIN);
        try (var stream = new Stream(rig, null)) {
            assertThat(stream.next().id()).isEqualTo("1");
            rig.metadata.rename(ONE, "live", ADMIN);
            var event = stream.next();
            assertThat(event.name()).isEqualTo("session");
            assertThat(event.id()).isEqualTo("2");
            assertThat(event.data().path("title").asText()).isEqualTo("live");
            rig.events.announce("terminal", java.util.Map.of("id", "x"));
            assertThat(stream.next().name()).isEqualTo("terminal");
        }
        rig.metadata.favourite(TWO, ADMIN);
        rig.metadata.createProject("p", null, List.of(), ADMIN);
        try (var stream = new Stream(rig, 2L)) {
            assertThat(stream.next().id()).isEqualTo("3");
            assertThat(stream.next().name()).isEqualTo("project");
            assertThat(stream.next().name()).isEqualTo("heartbeat");
        }
        try (var stream = new Stream(rig, 4L)) {
            assertThat(stream.next().name()).isEqualTo("heartbeat");
        }
        try (var stream = new Stream(rig, 400L)) {
            assertThat(stream.next().name()).isEqualTo("resync");
        }
    }

    @Test
    void a_reader_that_falls_behind_is_told_to_ask_anew_and_then_dropped() {
        var reader = new LiveReader();
        for (int i = 0; i < 600; i++) {
            reader.offer(LiveEvent.of("review", i));
        }
        var names = new ArrayList<String>();
        try {
            for (var event = reader.next(Waiting.PATIENCE); event != null && !event.isEnd(); ) {
                names.add(event.type());
                event = reader.next(Waiting.PATIENCE);
            }
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
        reader.left();
        assertThat(names).containsExactly("resync");
    }

    /// One event as it came.
    private record Event(String name, String id, JsonNode data) {}

    @Test
    void a_page_that_reads_nothing_holds_nobody_up_and_is_told_to_ask_anew() throws Exception {
        try (var stalled = new Socket();
                var stream = new Stream(rig, null)) {
            stalled.setReceiveBufferSize(4_096);
            stalled.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.port()));
            stalled.getOutputStream()
                    .write(("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:" + rig.port() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = stalled.getInputStream();
            answer.read(); // from here on it hears of everything
            var large = "x".repeat(64 << 10);
            // Four megabytes fit into the system, 512 events into the service. Not many more are announced: a page that
            // has fallen behind has ten seconds to take the last word.
            for (int i = 0; i < 700; i++) {
                rig.events.announce("review", java.util.Map.of("number", i, "text", large));
                for (var event = stream.next(); !event.name().equals("review"); event = stream.next()) {
                    assertThat(event.name()).isEqualTo("heartbeat");
                }
            }

            assertThat(new String(answer.readAllBytes(), StandardCharsets.US_ASCII))
                    .as("more than the system and the service hold for a page was announced")
                    .doesNotContain("\"number\":699")
                    .contains("event:resync");
        }
    }

    @Test
    void a_page_hears_when_the_time_of_a_snooze_has_come() throws Exception {
        rig.metadata.snooze(ONE, ApiRig.NOW.plusSeconds(60), ADMIN);
        try (var stream = new Stream(rig, null)) {
            assertThat(stream.next().name()).isEqualTo("heartbeat");
            rig.clock.pass(Duration.ofSeconds(60));
            var event = stream.next();
            assertThat(event.name()).isEqualTo("session");
            assertThat(event.id()).isEmpty();
            assertThat(event.data().path("snoozed").asBoolean(true)).isFalse();
        }
    }

    /// Reads a stream event by event.
    private static final class Stream implements AutoCloseable {
        private final BufferedReader lines;

        private Stream(ApiRig rig, @org.jspecify.annotations.Nullable Long after) throws Exception {
            lines = new BufferedReader(new InputStreamReader(rig.events(after), StandardCharsets.UTF_8));
        }

        private Event next() throws IOException {
            var name = "";
            var id = "";
            var data = "";
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && !name.isEmpty()) {
                    return new Event(name, id, new ObjectMapper().readTree(data));
                }
                if (line.startsWith("event:")) {
                    name = line.substring(6).strip();
                } else if (line.startsWith("id:")) {
                    id = line.substring(3).strip();
                } else if (line.startsWith("data:")) {
                    data = line.substring(5).strip();
                }
            }
            throw new IOException("the stream ended");
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
