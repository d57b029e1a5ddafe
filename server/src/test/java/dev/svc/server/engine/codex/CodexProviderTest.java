package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rollouts that five versions of the program wrote.
class CodexProviderTest extends ProviderContract {
    private static final String FORK = "01a1fdd2-bc7e-7d32-b18a-21ab9f4ccb6d";
    private static final String CHILD = "01a1fdd6-73bd-7be3-b9f7-e71a38dedcdb";
    private static final String NAMED = "01a1fdd3-2d24-7ce1-80aa-e7af33402535";
    private static final String OLD = "06414100-0b60-4339-893a-0cfd0bd17d0b";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
        for (var session : expected()) {
            Files.setLastModifiedTime(
                    file(text(session, "file")), FileTime.from(Instant.parse(text(session, "updated_at"))));
        }
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        var ids = new TreeSet<String>();
        for (var session : expected()) {
            if (!session.path("is_subagent").asBoolean()) {
                ids.add(text(session, "id"));
            }
        }
        return ids;
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }

    @Test
    void every_recorded_fact_is_found() throws IOException {
        var rows = all();
        for (var session : expected()) {
            var row = row(rows, text(session, "id"));
            var key = text(session, "key");
            assertThat(row.cwd()).as(key).isEqualTo(text(session, "cwd"));
            assertThat(row.title()).as(key).isEqualTo(textOrNull(session, "title"));
            assertThat(row.firstMessage()).as(key).isEqualTo(text(session, "first_user_message"));
            assertThat(row.model()).as(key).isEqualTo(text(session, "model"));
            assertThat(row.branch()).as(key).isEqualTo(textOrNull(session, "git_branch"));
            assertThat(row.createdAt()).as(key).isEqualTo(text(session, "created_at"));
            assertThat(row.updatedAt()).as(key).isEqualTo(text(session, "updated_at"));
            assertThat(row.archived())
                    .as(key)
                    .isEqualTo(session.path("archived").asBoolean());
            assertThat(row.unreadable()).as(key).isZero();
            assertThat(row.sizeBytes()).as(key).isEqualTo(Files.size(file(text(session, "file"))));
            var parent = row.parent() == null ? null : row.parent().nativeId();
            assertThat(parent).as(key).isEqualTo(textOrNull(session, "parent"));
        }
    }

    /// What people typed is in the facts; the answers were counted by eye. A fork counts what it continues.
    @Test
    void messages_are_what_people_typed_and_what_they_were_answered() throws IOException {
        var answers = Map.ofEntries(
                Map.entry("simple", 1),
                Map.entry("cjk", 3),
                Map.entry("fork", 4),
                Map.entry("long", 3),
                Map.entry("err", 0),
                Map.entry("v0.36.0", 3),
                Map.entry("v0.63.0", 3),
                Map.entry("v0.98.0", 3),
                Map.entry("v0.131.0", 3),
                Map.entry("crash", 1),
                Map.entry("arch", 1),
                Map.entry("tui", 6),
                Map.entry("abort", 1),
                Map.entry("multi", 1),
                Map.entry("sub", 2),
                Map.entry("subchild", 0),
                Map.entry("torn", 2));
        var rows = all();
        for (var session : expected()) {
            var key = text(session, "key");
            assertThat(row(rows, text(session, "id")).messageCount())
                    .as(key)
                    .isEqualTo(session.path("user_turns").asInt() + answers.getOrDefault(key, -1));
        }
    }

    @Test
    void nothing_recorded_is_unknown() throws IOException {
        assertThat(readAll().values().stream().flatMap(reading -> reading.unreadable().stream()))
                .isEmpty();
    }

    @Test
    void a_fork_whose_parent_is_gone_begins_with_its_own_words() throws IOException {
        for (var session : expected()) {
            if (text(session, "key").equals("cjk")) {
                Files.delete(file(text(session, "file")));
            }
        }
        var row = row(all(), FORK);
        assertThat(row.firstMessage()).isEqualTo("Fork: shorten it");
        assertThat(row.messageCount()).isEqualTo(2);
    }

    @Test
    void a_fork_of_an_archived_session_and_a_fork_of_a_fork_begin_with_the_first_words() throws IOException {
        var parent = only("01a1fdd2-b974-7aa0-a533-35dbbcf1f4dd");
        Files.move(parent, file("archived_sessions").resolve(String.valueOf(parent.getFileName())));
        var grandchild = "01a1fdd2-bc7f-7d32-b18a-21ab9f4ccb6d";
        var fork = only(FORK);
        long end = Files.size(fork);
        var name = String.valueOf(fork.getFileName()).replace(FORK, grandchild);
        Files.writeString(
                fork.resolveSibling(name),
                "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\""
                        + grandchild
                        + "\",\"cwd\":\"/home/alex\",\"history_mode\":\"paginated\",\"history_base\":{\"thread_id\":\""
                        + FORK
                        + "\",\"end_byte_offset\":" + end + "}}}\n");

        var rows = all();

        assertThat(row(rows, FORK).firstMessage()).isEqualTo("レシートを日本語で説明してください 🧾");
        assertThat(row(rows, grandchild).firstMessage()).isEqualTo("レシートを日本語で説明してください 🧾");
        assertThat(row(rows, grandchild).messageCount()).isEqualTo(8);
    }

    @Test
    void rollouts_that_continue_each_other_end() throws IOException {
        var one = "01a1fdd2-bc80-7d32-b18a-21ab9f4ccb6d";
        var other = "01a1fdd2-bc81-7d32-b18a-21ab9f4ccb6d";
        circle(one, other);
        circle(other, one);
        assertThat(all()).doesNotContainKeys(one, other);
    }

    private void circle(String id, String base) throws IOException {
        Files.writeString(
                file("sessions/2026/11/21/rollout-2026-11-21T11-16-48-" + id + ".jsonl"),
                "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"" + id
                        + "\",\"history_base\":{\"thread_id\":\"" + base + "\",\"end_byte_offset\":100000}}}\n");
    }

    @Test
    void the_last_name_holds_and_an_empty_one_takes_it_back() throws IOException {
        name("Second name");
        assertThat(row(all(), NAMED).title()).isEqualTo("Second name");
        name("");
        assertThat(row(all(), NAMED).title()).isNull();
    }

    private void name(String name) throws IOException {
        Files.writeString(
                file("session_index.jsonl"),
                "{\"id\":\"" + NAMED + "\",\"thread_name\":\"" + name + "\"}\n",
                StandardOpenOption.APPEND);
    }

    @Test
    void unknown_records_events_and_items_are_counted_and_the_rest_is_read() throws IOException {
        var lines = """
                {"timestamp":"2026-11-21T12:00:00.000Z","type":"hologram","payload":{}}
                {"timestamp":"2026-11-21T12:00:00.000Z","type":"event_msg","payload":{"type":"hummed"}}
                {"timestamp":"2026-11-21T12:00:00.000Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"Song"}}}
                {"timestamp":"2026-11-21T12:00:00.000Z","type":"event_msg","payl
                {"timestamp":"2026-11-21T12:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"After it"}}
                """;
        Files.writeString(only(OLD), lines, StandardOpenOption.APPEND);

        var reading = store().read(store().pieceOf(only(OLD)).orElseThrow(), null);

        assertThat(reading.unreadable())
                .containsExactly(
                        new Reading.Unreadable("hologram", 1, "0.36.0"),
                        new Reading.Unreadable("event hummed", 1, "0.36.0"),
                        new Reading.Unreadable("item Song", 1, "0.36.0"),
                        new Reading.Unreadable("damaged line", 1, "0.36.0"));
        var row = reading.sessions().getFirst();
        assertThat(row.unreadable()).isEqualTo(4);
        assertThat(row.messageCount()).isEqualTo(6);
        assertThat(row.updatedAt()).isEqualTo("2026-11-21T12:00:01Z");
    }

    @Test
    void what_an_editor_or_an_older_version_puts_in_is_not_what_a_person_typed() throws IOException {
        var id = "01a1fdd2-bc82-7d32-b18a-21ab9f4ccb6d";
        Files.writeString(
                file("sessions/2026/11/21/rollout-2026-11-21T11-16-48-" + id + ".jsonl"),
                "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"" + id
                        + "\"}}\n"
                        + "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"user_message\",\"message\":\"<environment_context>\",\"kind\":\"environment_context\"}}\n"
                        + "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"user_message\",\"message\":\"#"
                        + " Context from my IDE setup:\\n" + "x".repeat(2_000)
                        + "\\n## My request for Codex:\\nFix it\"}}\n");
        assertThat(row(all(), id).firstMessage()).isEqualTo("Fix it");
        assertThat(row(all(), id).messageCount()).isEqualTo(1);
    }

    @Test
    void a_new_session_is_the_one_that_was_begun_in_its_folder() throws IOException {
        var cwd = Files.createDirectories(home.resolve("code"));
        var before = provider.snapshotSessionIds(cwd);
        assertThat(provider.reconcileNewSession(cwd, before)).isEmpty();
        var mine = "01a1fdd2-bc83-7d32-b18a-21ab9f4ccb6d";
        begin(mine, cwd, "");
        begin("01a1fdd2-bc84-7d32-b18a-21ab9f4ccb6d", home, "");
        begin("01a1fdd2-bc85-7d32-b18a-21ab9f4ccb6d", cwd, ",\"thread_source\":\"subagent\"");
        begin("01a1fdd2-bc86-7d32-b18a-21ab9f4ccb6d", cwd, ",\"forked_from_id\":\"" + mine + "\"");
        begin("01a1fdd2-bc87-7d32-b18a-21ab9f4ccb6d", Path.of("\\u0000"), "");
        assertThat(provider.reconcileNewSession(cwd, before)).containsExactly(mine);
        var link = Files.createSymbolicLink(home.resolve("link"), cwd);
        assertThat(provider.reconcileNewSession(link, before)).containsExactly(mine);
    }

    private void begin(String id, Path cwd, String more) throws IOException {
        Files.writeString(
                file("sessions/2026/11/21/rollout-2026-11-21T11-16-48-" + id + ".jsonl"),
                "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"" + id
                        + "\",\"cwd\":\"" + cwd + "\"" + more + "}}\n");
    }

    @Test
    void sub_agents_are_listed_with_their_parent_only() throws IOException {
        assertThat(row(all(), CHILD).parent()).isNotNull();
        assertThat(rows(facts(readAll()))).doesNotContainKey(CHILD);
    }

    private Map<String, SessionFacts> all() throws IOException {
        var rows = new java.util.TreeMap<String, SessionFacts>();
        facts(readAll()).forEach(facts -> rows.put(facts.id().nativeId(), facts));
        return rows;
    }

    private static SessionFacts row(Map<String, SessionFacts> rows, String id) {
        assertThat(rows).containsKey(id);
        return java.util.Objects.requireNonNull(rows.get(id));
    }

    private Path only(String id) throws IOException {
        return pieces().stream()
                .map(piece -> piece.files().getFirst().path())
                .filter(path -> path.toString().contains(id))
                .findFirst()
                .orElseThrow();
    }

    private Path file(String key) {
        return home.resolve(".codex").resolve(key);
    }

    private static Iterable<JsonNode> expected() throws IOException {
        return new ObjectMapper()
                .readTree(StoreCopy.fixture("codex").resolve("expected.json").toFile())
                .path("sessions");
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText();
    }

    private static @Nullable String textOrNull(JsonNode node, String name) {
        return node.path(name).textValue();
    }
}
