package dev.svc.server.engine.claudecode;

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

/// The transcripts that five versions of the program wrote.
class ClaudeCodeProviderTest extends ProviderContract {
    private static final String SHOP = "projects/-home-alex-code-shop/";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        for (var session : expected()) {
            var written = Instant.parse(session.path("updated_at").asText());
            Files.setLastModifiedTime(file(home, session.path("file").asText()), FileTime.from(written));
        }
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        var ids = new TreeSet<String>();
        expected().forEach(session -> ids.add(session.path("id").asText()));
        return ids;
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }

    @Test
    void every_recorded_fact_is_found() throws IOException {
        var rows = rows(facts(readAll()));
        for (var session : expected()) {
            var row = row(rows, session.path("id").asText());
            var key = session.path("key").asText();
            assertThat(row.cwd()).as(key).isEqualTo(text(session, "cwd"));
            assertThat(row.firstMessage()).as(key).isEqualTo(text(session, "first_user_message"));
            assertThat(row.model()).as(key).isEqualTo(text(session, "model"));
            assertThat(row.branch()).as(key).isEqualTo(textOrNull(session, "git_branch"));
            assertThat(row.createdAt()).as(key).isEqualTo(text(session, "created_at"));
            assertThat(row.updatedAt()).as(key).isEqualTo(text(session, "updated_at"));
            assertThat(row.archived())
                    .as(key)
                    .isEqualTo(session.path("archived").asBoolean());
            assertThat(row.parent()).as(key).isNull();
            assertThat(row.unreadable()).as(key).isZero();
            assertThat(row.sizeBytes()).as(key).isEqualTo(Files.size(file(home, text(session, "file"))));
        }
    }

    /// A summary counts only when it is of the last thing that was said; an older one would name an older state.
    @Test
    void titles_are_the_programs_own() throws IOException {
        var rows = rows(facts(readAll()));
        for (var session : expected()) {
            var title = row(rows, text(session, "id")).title();
            if (session.path("title").isTextual()) {
                assertThat(title).as(text(session, "key")).isEqualTo(text(session, "title"));
            } else if (Set.of("v2.1.197", "v2.0.76").contains(text(session, "key"))) {
                assertThat(title).as(text(session, "key")).isEqualTo(text(session, "summary_title"));
            } else {
                assertThat(title).as(text(session, "key")).isNull();
            }
        }
    }

    /// What people typed is in the facts; the answers were counted by eye.
    @Test
    void messages_are_what_people_typed_and_what_they_were_answered() throws IOException {
        var answers = Map.ofEntries(
                Map.entry("simple", 1),
                Map.entry("cjk", 3),
                Map.entry("fork", 4),
                Map.entry("long", 3),
                Map.entry("err", 1),
                Map.entry("v2.1.197", 1),
                Map.entry("v2.0.76", 3),
                Map.entry("v1.0.128", 3),
                Map.entry("crash", 1),
                Map.entry("tui", 8),
                Map.entry("abort", 2),
                Map.entry("auto", 1),
                Map.entry("torn", 1));
        var rows = rows(facts(readAll()));
        for (var session : expected()) {
            var key = text(session, "key");
            assertThat(row(rows, text(session, "id")).messageCount())
                    .as(key)
                    .isEqualTo(session.path("user_turns").asInt() + answers.getOrDefault(key, -1));
        }
    }

    @Test
    void files_that_are_no_sessions_are_no_rows() throws IOException {
        var names = pieces().stream().map(Piece::key).toList();
        for (var other : StoreFacts.of("claude").path("not_sessions")) {
            var file = text(other, "file");
            if (names.contains(file)) {
                var piece = store().pieceOf(file(home, file)).orElseThrow();
                assertThat(store().read(piece, null).sessions()).as(file).isEmpty();
                assertThat(store().glance(piece).sessions()).as(file).isEmpty();
            }
        }
    }

    @Test
    void nothing_recorded_is_unknown() throws IOException {
        assertThat(readAll().values().stream().flatMap(reading -> reading.unreadable().stream()))
                .isEmpty();
    }

    @Test
    void a_record_of_an_unknown_type_and_a_damaged_line_are_counted_and_the_rest_is_read() throws IOException {
        var key = SHOP + "6a47f322-831d-4e37-b3ce-392a5b436ceb.jsonl";
        append(key, "{\"type\":\"hologram\",\"version\":\"9.0.0\"}\n{\"type\":\"hologram\"}\n{\"broken\":\n");
        append(key, "{\"type\":\"custom-title\",\"customTitle\":\"After the damage\"}\n");

        var reading = store().read(store().pieceOf(file(home, key)).orElseThrow(), null);

        assertThat(reading.unreadable())
                .containsExactly(
                        new Reading.Unreadable("hologram", 2, "9.0.0"),
                        new Reading.Unreadable("damaged line", 1, "9.0.0"));
        assertThat(reading.sessions().getFirst().unreadable()).isEqualTo(3);
        assertThat(reading.sessions().getFirst().title()).isEqualTo("After the damage");
    }

    @Test
    void a_name_given_by_a_person_stays_above_the_programs_own() throws IOException {
        var key = "projects/-home-alex-code-blog/03d118d6-a168-4462-b5e2-90a3b9fd5c44.jsonl";
        append(
                key,
                "{\"type\":\"custom-title\",\"customTitle\":\"Mine\"}\n{\"type\":\"ai-title\",\"aiTitle\":\"Its own\"}\n");
        var piece = store().pieceOf(file(home, key)).orElseThrow();
        assertThat(store().read(piece, null).sessions().getFirst().title()).isEqualTo("Mine");
        assertThat(store().glance(piece).sessions().getFirst().title()).isEqualTo("Mine");
    }

    @Test
    void a_session_of_a_command_that_was_answered_is_shown_by_its_command() throws IOException {
        var key = SHOP + "00000000-0000-4000-8000-000000000001.jsonl";
        append(key, user("<command-message>init is analyzing</command-message>\\n<command-name>/init</command-name>"));
        assertThat(only(key)).isEmpty();
        append(
                key,
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"Done\"}]}}\n");
        assertThat(only(key)).singleElement().satisfies(row -> {
            assertThat(row.firstMessage()).isEqualTo("/init");
            assertThat(row.messageCount()).isEqualTo(1);
        });
        append(key, user("Now explain it"));
        assertThat(only(key))
                .singleElement()
                .satisfies(row -> assertThat(row.firstMessage()).isEqualTo("Now explain it"));
    }

    @Test
    void a_shell_line_is_shown_as_a_command_and_its_output_is_nothing_a_person_said() throws IOException {
        var key = SHOP + "00000000-0000-4000-8000-000000000002.jsonl";
        append(key, user("<bash-input>ls -la</bash-input>") + user("<bash-stdout>total 0</bash-stdout>"));
        append(
                key,
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"Empty\"}]}}\n");
        assertThat(only(key))
                .singleElement()
                .satisfies(row -> assertThat(row.firstMessage()).isEqualTo("! ls -la"));
    }

    @Test
    void a_picture_without_words_is_a_message_too() throws IOException {
        var key = SHOP + "00000000-0000-4000-8000-000000000003.jsonl";
        append(
                key,
                "{\"type\":\"user\",\"cwd\":\"/home/alex\",\"message\":{\"content\":[{\"type\":\"image\",\"source\":{}}]}}\n");
        assertThat(only(key)).singleElement().satisfies(row -> {
            assertThat(row.firstMessage()).isNull();
            assertThat(row.messageCount()).isEqualTo(1);
        });
    }

    @Test
    void a_transcript_in_two_places_is_one_row_the_newer_one() throws IOException {
        var key = SHOP + "6a47f322-831d-4e37-b3ce-392a5b436ceb.jsonl";
        var copy = file(home, key.replace("projects/", "projects-archive/"));
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(file(home, key), copy);
        assertThat(row(rows(facts(readAll())), "6a47f322-831d-4e37-b3ce-392a5b436ceb")
                        .archived())
                .isFalse();
    }

    private List<SessionFacts> only(String key) throws IOException {
        var piece = store().pieceOf(file(home, key)).orElseThrow();
        var read = store().read(piece, null).sessions();
        assertThat(store().glance(piece).sessions()).hasSameSizeAs(read);
        return read;
    }

    private static String user(String content) {
        return "{\"type\":\"user\",\"cwd\":\"/home/alex\",\"message\":{\"content\":\"" + content + "\"}}\n";
    }

    private void append(String key, String lines) throws IOException {
        Files.writeString(file(home, key), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static SessionFacts row(Map<String, SessionFacts> rows, String id) {
        assertThat(rows).containsKey(id);
        return java.util.Objects.requireNonNull(rows.get(id));
    }

    private static Path file(Path home, String key) {
        return home.resolve(".claude").resolve(key);
    }

    private static Iterable<JsonNode> expected() throws IOException {
        return StoreFacts.of("claude").path("sessions");
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText();
    }

    private static @Nullable String textOrNull(JsonNode node, String name) {
        return node.path(name).textValue();
    }

    /// The facts that were noted down when the store was recorded.
    private static final class StoreFacts {
        static JsonNode of(String engine) throws IOException {
            return new ObjectMapper()
                    .readTree(StoreCopy.fixture(engine).resolve("expected.json").toFile());
        }
    }
}
