package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
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

/// Everything that is known of the recorded store. Of a fork the list says nothing: its summary names the session that
/// it was forked from, and svc has no place for that yet.
class GrokFixtureTest {
    @TempDir
    Path home;

    private StoreFixture fixture;
    private GrokProvider grok;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy("grok", home);
        grok = new GrokProvider(fixture.settings());
        store = grok.store();
    }

    @Test
    void what_is_told_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId())
                .containsExactlyInAnyOrderElementsOf(fixture.sessions().stream()
                        .map(session -> session.path("id").asText())
                        .toList())
                .doesNotContainAnyElementsOf(fixture.notListed());
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
        var id = expected.path("id").asText();
        var parent = text(expected, "parent");
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(expected, "cwd")),
                fact(id, "title", row.title(), text(expected, "title")),
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
                fact(id, "parent", row.parent(), parent == null ? null : new SessionId(EngineKey.GROK, parent)),
                fact(id, "resume", grok.launchArgv(id, home, false).argv(), list(expected.path("resume_argv"))));
    }

    @TestFactory
    Stream<DynamicTest> every_expected_fact_of_a_conversation() throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (var expected : fixture.sessions()) {
            var id = expected.path("id").asText();
            var turns = turns(id);
            var spoken = turns.stream()
                    .filter(turn -> turn.role() == Turn.Role.USER || turn.role() == Turn.Role.ASSISTANT)
                    .toList();
            var typed = spoken.stream()
                    .filter(turn -> turn.role() == Turn.Role.USER)
                    .toList();
            tests.add(
                    fact(id, "typed", typed.size(), expected.path("user_turns").asInt()));
            tests.add(fact(
                    id, "said", spoken.size(), expected.path("message_count").asInt()));
            // Was counted in the history that the model sees, of which one session compacted that part away.
            boolean isCompacted = expected.has("user_messages_left_in_chat_history");
            tests.add(fact(
                    id,
                    "tools",
                    tools(turns),
                    isCompacted ? List.of("run_terminal_command") : list(expected.path("tool_calls"))));
            tests.add(fact(
                    id,
                    "time of the last message",
                    Objects.requireNonNull(spoken.getLast().at()).getEpochSecond(),
                    expected.path("last_message_s").asLong()));
            if (expected.has("aborted_text_starts")) {
                tests.add(dynamicTest(
                        id + " aborted text",
                        () -> assertThat(spoken.get(1).text())
                                .startsWith(expected.path("aborted_text_starts").asText())));
            }
        }
        return tests.stream();
    }

    private List<Turn> turns(String id) throws IOException {
        var index = grok.turns().index(id, Optional.empty());
        return grok.turns().read(id, index, 0, index.count());
    }

    private static List<String> tools(List<Turn> turns) {
        return turns.stream()
                .map(Turn::tool)
                .filter(Objects::nonNull)
                .map(Turn.ToolUse::name)
                .distinct()
                .toList();
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store).stream().map(Piece::key).map(key -> "sessions/" + key))
                .containsAll(fixture.sessions().stream()
                        .map(session -> session.path("dir").asText())
                        .toList());
    }

    /// That one was started by another stands in the log of the other, which a glance does not reach.
    @Test
    void a_glance_says_the_same_but_for_the_count_and_leaves_sub_agents_out() throws IOException {
        var glances = new ArrayList<Reading>();
        for (var piece : StoreFixture.pieces(store)) {
            glances.add(store.glance(piece));
        }
        assertThat(store.combine(glances))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("messageCount")
                .containsExactlyInAnyOrderElementsOf(StoreFixture.rows(store).stream()
                        .filter(row -> row.parent() == null)
                        .toList())
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
