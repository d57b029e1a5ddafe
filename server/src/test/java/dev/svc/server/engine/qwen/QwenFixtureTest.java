package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every fact that was noted down of the recorded store.
class QwenFixtureTest {
    @TempDir
    Path home;

    private JsonNode expected;
    private QwenProvider qwen;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        home = home.toRealPath();
        StoreCopy.plant(StoreCopy.fixture("qwen"), home.resolve(".qwen"));
        expected = new ObjectMapper()
                .readTree(StoreCopy.fixture("qwen/expected.json").toFile());
        qwen = new QwenProvider(StoreFixture.settings(home));
        store = qwen.store();
    }

    private Stream<JsonNode> sessions() {
        return expected.path("sessions").valueStream();
    }

    @Test
    void the_rows_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId())
                .hasSize(expected.path("session_count").asInt())
                .containsExactlyInAnyOrderElementsOf(
                        sessions().map(session -> session.path("id").asText()).toList())
                .allMatch(id -> id.matches(expected.path("id_pattern").asText()))
                .doesNotContainAnyElementsOf(expected.path("not_listed")
                        .valueStream()
                        .map(session -> session.path("id").asText())
                        .toList());
    }

    @Test
    void every_record_is_understood() throws IOException {
        for (var piece : StoreFixture.pieces(store)) {
            assertThat(store.read(piece, null).unreadable()).as(piece.key()).isEmpty();
        }
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store).stream().map(Piece::key).map(key -> "projects/" + key))
                .containsExactlyInAnyOrderElementsOf(
                        sessions().map(session -> session.path("file").asText()).toList());
    }

    @TestFactory
    Stream<DynamicTest> every_expected_fact() throws IOException {
        var rows = StoreFixture.rows(store).stream()
                .collect(Collectors.toMap(row -> row.id().nativeId(), row -> row));
        return sessions()
                .flatMap(session -> facts(
                        session,
                        Objects.requireNonNull(rows.get(session.path("id").asText()))));
    }

    /// A fork is a session like any other: only sub-agents have a parent.
    private Stream<DynamicTest> facts(JsonNode session, SessionFacts row) {
        String id = session.path("id").asText();
        return Stream.of(
                fact(id, "cwd", () -> row.cwd(), text(session, "cwd")),
                fact(id, "title", () -> row.title(), text(session, "title")),
                fact(id, "first message", () -> row.firstMessage(), text(session, "first_user_message")),
                fact(id, "model", () -> row.model(), text(session, "model")),
                fact(id, "branch", () -> row.branch(), text(session, "git_branch")),
                fact(
                        id,
                        "messages",
                        () -> row.messageCount(),
                        session.path("message_count").asInt()),
                fact(id, "created", () -> row.createdAt(), time(session, "created_at")),
                fact(id, "updated", () -> row.updatedAt(), time(session, "updated_at")),
                fact(
                        id,
                        "archived",
                        () -> row.archived(),
                        session.path("archived").asBoolean()),
                fact(id, "no sub-agent", () -> row.parent(), null),
                fact(id, "whole size", () -> row.sizeBytes() == Files.size(file(session)), true),
                fact(id, "resume", () -> qwen.launchArgv(id, home, false).argv(), list(session.path("resume_argv"))),
                fact(
                        id,
                        "typed",
                        () -> turns(id).stream()
                                .filter(turn -> turn.role() == Turn.Role.USER)
                                .count(),
                        session.path("user_turns").asLong()),
                fact(
                        id,
                        "tools",
                        () -> turns(id).stream()
                                .map(Turn::tool)
                                .filter(Objects::nonNull)
                                .map(Turn.ToolUse::name)
                                .toList(),
                        list(session.path("tool_calls"))),
                fact(id, "when it was last spoken", () -> lastSpoken(id), time(session, "last_message_at")));
    }

    private interface Fact {
        @Nullable
        Object find() throws IOException;
    }

    private static DynamicTest fact(String id, String name, Fact actual, @Nullable Object expected) {
        return dynamicTest(id + " " + name, () -> assertThat(actual.find()).isEqualTo(expected));
    }

    private List<Turn> turns(String id) throws IOException {
        var index = qwen.turns().index(id, Optional.empty());
        return qwen.turns().read(id, index, 0, index.count());
    }

    private @Nullable Instant lastSpoken(String id) throws IOException {
        return turns(id).stream()
                .filter(turn -> turn.role() == Turn.Role.USER || turn.role() == Turn.Role.ASSISTANT)
                .map(Turn::at)
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @Test
    void a_fork_has_the_records_of_what_it_was_forked_from() throws IOException {
        var fork = sessions()
                .filter(session -> session.has("forked_from"))
                .findFirst()
                .orElseThrow();
        var from = turns(fork.path("forked_from").asText());
        assertThat(turns(fork.path("id").asText()))
                .hasSizeGreaterThan(from.size())
                .startsWith(from.toArray(Turn[]::new));
    }

    @Test
    void a_glance_says_the_same_but_for_the_count() throws IOException {
        for (var piece : StoreFixture.pieces(store)) {
            assertThat(store.glance(piece).sessions())
                    .as(piece.key())
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("messageCount")
                    .containsExactlyElementsOf(store.read(piece, null).sessions())
                    .allSatisfy(row -> assertThat(row.messageCount()).isEqualTo(-1));
        }
    }

    private Path file(JsonNode session) {
        return home.resolve(".qwen").resolve(session.path("file").asText());
    }

    private static @Nullable String text(JsonNode session, String name) {
        return session.path(name).textValue();
    }

    private static Instant time(JsonNode session, String name) {
        return Instant.parse(session.path(name).asText());
    }

    private static List<String> list(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
