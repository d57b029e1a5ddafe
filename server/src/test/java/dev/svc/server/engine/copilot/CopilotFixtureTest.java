package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every fact that the recording notes, as far as a list, a transcript or a launch shows it.
class CopilotFixtureTest {
    @TempDir
    Path home;

    private StoreFixture fixture;
    private CopilotProvider copilot;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy("copilot", home);
        copilot = new CopilotProvider(fixture.settings());
        store = copilot.store();
    }

    @Test
    void the_rows_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId())
                .containsExactlyInAnyOrderElementsOf(fixture.sessions().stream()
                        .map(session -> session.path("id").asText())
                        .toList())
                .doesNotContainAnyElementsOf(fixture.notListed())
                .hasSize(fixture.expected().path("session_count").asInt());
    }

    @Test
    void every_record_is_understood() throws IOException {
        for (var piece : StoreFixture.pieces(store)) {
            assertThat(store.read(piece, null).unreadable()).as(piece.key()).isEmpty();
        }
    }

    @TestFactory
    Stream<DynamicTest> every_expected_fact() throws IOException {
        var rows = StoreFixture.rows(store).stream()
                .collect(Collectors.toMap(row -> row.id().nativeId(), row -> row));
        return fixture.sessions().stream()
                .flatMap(session -> facts(
                        session,
                        Objects.requireNonNull(rows.get(session.path("id").asText()))));
    }

    private Stream<DynamicTest> facts(JsonNode expected, SessionFacts row) {
        String id = expected.path("id").asText();
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(expected, "cwd")),
                fact(id, "title", row.title(), oneLine(text(expected, "title"))),
                fact(id, "first message", row.firstMessage(), text(expected, "first_user_message")),
                fact(id, "model", row.model(), text(expected, "model")),
                fact(id, "branch", row.branch(), text(expected, "git_branch")),
                fact(
                        id,
                        "messages",
                        row.messageCount(),
                        expected.path("message_count").asInt()),
                fact(id, "created", row.createdAt(), time(expected, "created_at")),
                fact(id, "updated", row.updatedAt(), time(expected, "updated_at")),
                fact(id, "archived", row.archived(), expected.path("archived").asBoolean()),
                fact(id, "no sub-agent", row.parent(), null),
                fact(id, "resume", resumed(id), list(expected.path("resume_argv"))),
                dynamicTest(id + " turns", () -> assertTurns(id, expected)));
    }

    private void assertTurns(String id, JsonNode expected) throws IOException {
        var turns = copilot.turns();
        var index = turns.index(id, Optional.empty());
        var all = turns.read(id, index, 0, index.count());
        assertThat(all.stream().map(Turn::tool).filter(Objects::nonNull))
                .extracting(Turn.ToolUse::name)
                .containsExactlyElementsOf(list(expected.path("tool_calls")));
        assertThat(all)
                .filteredOn(turn -> turn.role() == Turn.Role.USER)
                .hasSize(expected.path("user_turns").asInt());
        assertThat(all)
                .filteredOn(turn -> !turn.inner().isEmpty())
                .hasSize(expected.path("sub_agents").size());
        var spoken = all.stream()
                .filter(turn -> turn.role() != Turn.Role.SYSTEM && turn.role() != Turn.Role.TOOL)
                .toList();
        assertThat(spoken.getLast().at()).isEqualTo(time(expected, "last_message_at"));
        if (expected.has("error")) {
            assertThat(all).extracting(Turn::text).contains(text(expected, "error"));
        }
    }

    /// The recording has the option and the id in one word; the program takes two as well.
    private List<String> resumed(String id) {
        var argv = new ArrayList<>(copilot.launchArgv(id, home, false).argv());
        var last = argv.removeLast();
        argv.add(argv.removeLast() + "=" + last);
        return argv;
    }

    /// A title in a list is one line, and the first prompt, which the program copies, may be several.
    private static @Nullable String oneLine(@Nullable String title) {
        return title == null ? null : title.replaceAll("\\s+", " ");
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store))
                .extracting(piece -> "session-state/" + piece.key() + "/events.jsonl")
                .containsExactlyInAnyOrderElementsOf(fixture.sessions().stream()
                        .map(session -> session.path("file").asText())
                        .toList());
    }

    @Test
    void a_glance_says_the_same_but_for_the_count() throws IOException {
        var glances = new ArrayList<Reading>();
        for (var piece : StoreFixture.pieces(store)) {
            glances.add(store.glance(piece));
        }
        assertThat(store.combine(glances))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("messageCount")
                .containsExactlyInAnyOrderElementsOf(StoreFixture.rows(store))
                .allSatisfy(row -> assertThat(row.messageCount()).isEqualTo(-1));
    }

    private static DynamicTest fact(String id, String name, @Nullable Object actual, @Nullable Object expected) {
        return dynamicTest(id + " " + name, () -> assertThat(actual).isEqualTo(expected));
    }

    private static @Nullable String text(JsonNode session, String name) {
        return session.path(name).textValue();
    }

    private static Instant time(JsonNode session, String name) {
        return Instant.parse(session.path(name).asText());
    }

    private static List<String> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
