package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.SessionStaysException;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After an answer, every reader sees the change that it acknowledged.
class PromisesIT {
    @TempDir
    private Path folder;

    @Test
    void a_batch_that_was_taken_back_is_seen_by_the_next_read_where_files_had_to_move() throws Exception {
        try (var rig = ApiRig.over(folder.resolve("svc"), claude())) {
            int all = total(rig, "/api/sessions");
            for (int round = 0; round < 3; round++) {
                rig.post("/api/sessions/archive-older", "{\"before\": \"2040-01-01T00:00:00.000Z\"}");
                assertThat(total(rig, "/api/sessions")).isZero();

                var undone = rig.post("/api/metadata/undo", "{\"batch\": \"" + newestBatch(rig) + "\"}");
                var list = rig.get("/api/sessions?limit=500").body();

                assertThat(list.path("total").asInt()).isEqualTo(all);
                assertThat(list.at("/facets/engines/0/count").asInt()).isEqualTo(all);
                assertThat(list.path("sessions"))
                        .noneMatch(row -> row.path("archived").asBoolean());
                assertThat(total(rig, "/api/sessions?archived=1")).isZero();
                var one = list.at("/sessions/0/id").asText();
                assertThat(rig.get("/api/sessions/" + one)
                                .body()
                                .path("archived")
                                .asBoolean())
                        .isFalse();
                assertThat(undone.body().path("pending").asBoolean(true)).isFalse();
            }
        }
    }

    @Test
    void a_transcript_that_comes_back_is_too_young_for_the_clean_up_of_its_program_and_no_row_moves() throws Exception {
        var engines = claude();
        var started = Instant.now();
        var longAgo = started.minus(Duration.ofDays(40));
        age(longAgo);
        try (var rig = ApiRig.over(folder.resolve("svc"), engines)) {
            var before = order(rig, started);
            rig.post("/api/sessions/archive-older", "{\"before\": \"2040-01-01T00:00:00.000Z\"}");
            rig.post("/api/metadata/undo", "{\"batch\": \"" + newestBatch(rig) + "\"}");
            assertThat(order(rig, started)).as("undone").isEqualTo(before);
            assertThat(listed(before))
                    .as("undone")
                    .hasSameSizeAs(before)
                    .allMatch(file -> modified(file).isAfter(longAgo));

            age(longAgo);
            for (var row : rig.get("/api/sessions?limit=500").body().path("sessions")) {
                var session = "/api/sessions/" + row.path("id").asText();
                assertThat(rig.post(session + "/archive", "{}").status()).isEqualTo(200);
                assertThat(rig.post(session + "/unarchive", "{}").status()).isEqualTo(200);
            }
            assertThat(order(rig, started)).as("one by one").isEqualTo(before);
            assertThat(listed(before))
                    .as("one by one")
                    .hasSameSizeAs(before)
                    .allMatch(file -> modified(file).isAfter(longAgo));
        }
    }

    @Test
    void a_session_that_would_be_lost_stays_in_the_archive_and_the_answer_says_why() throws Exception {
        ApiRig.session(folder, "one", "first", 1);
        var codex = new FakeEngine(EngineKey.CODEX, folder.resolve("codex"));
        codex.archivesBy(new OneWay());
        try (var rig = ApiRig.unread(folder, new Engines(List.of(codex)))) {
            rig.post("/api/sessions/engine_2:one/archive", "{}");

            var refused = rig.post("/api/sessions/engine_2:one/unarchive", "{}");

            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body().path("detail").asText()).isEqualTo("Its file is too old.");
            assertThat(rig.get("/api/sessions/engine_2:one")
                            .body()
                            .path("archived")
                            .asBoolean())
                    .isTrue();
        }
    }

    private static final class OneWay implements StoreArchive {
        @Override
        public void archive(String nativeId) {}

        @Override
        public void unarchive(String nativeId) {
            throw new SessionStaysException("its file is too old", new IOException(nativeId));
        }

        @Override
        public void heal() {}
    }

    /// In the order of the list, which goes by time. The first look at a file and the whole reading may differ by
    /// moments, so what is compared is the order, and that no row shows the time of its return.
    private static List<String> order(ApiRig rig, Instant returned) throws Exception {
        var ids = new ArrayList<String>();
        for (var row : rig.get("/api/sessions?limit=500").body().path("sessions")) {
            assertThat(Instant.parse(row.path("updated_at").asText())).isBefore(returned);
            ids.add(row.path("id").asText().replace("engine_1:", ""));
        }
        assertThat(ids).isNotEmpty();
        return ids;
    }

    private List<Path> transcripts() throws IOException {
        try (var files = Files.walk(folder.resolve("home/.claude/projects"), 2)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    private List<Path> listed(List<String> ids) throws IOException {
        return transcripts().stream()
                .filter(file -> ids.stream().anyMatch(id -> file.endsWith(id + ".jsonl")))
                .toList();
    }

    private void age(Instant longAgo) throws IOException {
        for (var file : transcripts()) {
            Files.setLastModifiedTime(file, FileTime.from(longAgo));
        }
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Test
    void a_list_is_complete_or_says_whose_stores_are_still_looked_at_and_can_be_waited_for() throws Exception {
        ApiRig.session(folder, "one", "first", 1);
        var codex = new FakeEngine(EngineKey.CODEX, folder.resolve("codex"));
        var held = codex.holdNextWalk();
        try (var rig = ApiRig.unread(folder, new Engines(List.of(codex)))) {
            var early = rig.get("/api/sessions").body();
            assertThat(early.path("complete").asBoolean(true)).isFalse();
            assertThat(early.at("/looking/0").asText()).isEqualTo("engine_2");

            var asked = CompletableFuture.supplyAsync(() -> whole(rig));
            held.countDown();
            var whole = Waiting.result(asked);
            assertThat(whole.path("complete").asBoolean()).isTrue();
            assertThat(whole.path("looking")).isEmpty();
            assertThat(whole.path("total").asInt()).isOne();
        }
    }

    private static JsonNode whole(ApiRig rig) {
        try {
            return rig.get("/api/sessions?complete=1").body();
        } catch (IOException | InterruptedException failure) {
            throw new CompletionException(failure);
        }
    }

    @Test
    void a_session_that_was_written_a_moment_ago_is_there_for_who_asks_by_its_id() throws Exception {
        try (var rig = new ApiRig(folder)) {
            for (var route : List.of("", "/transcript", "/history")) {
                var name = "late" + route.replace('/', '-');
                ApiRig.session(folder, name, "just now", 0);
                assertThat(rig.get("/api/sessions/engine_2:" + name + route).status())
                        .as(route)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void it_can_be_changed_at_once_as_well() throws Exception {
        try (var rig = new ApiRig(folder)) {
            for (var change : List.of("favorite", "archive", "unarchive")) {
                ApiRig.session(folder, "late-" + change, "just now", 0);
                assertThat(rig.post("/api/sessions/engine_2:late-" + change + "/" + change, "{}")
                                .status())
                        .as(change)
                        .isEqualTo(200);
            }
        }
    }

    private static String newestBatch(ApiRig rig) throws Exception {
        return rig.get("/api/audit?limit=1").body().at("/events/0/batch").asText();
    }

    private static int total(ApiRig rig, String path) throws Exception {
        JsonNode list = rig.get(path).body();
        return list.path("total").asInt();
    }

    private Engines claude() throws Exception {
        var home = folder.resolve("home");
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        return new Engines(List.of(new ClaudeCodeProvider(
                new EngineSettings(home, List.of(), home.resolve("no-such-program"), null, Map.of()))));
    }
}
