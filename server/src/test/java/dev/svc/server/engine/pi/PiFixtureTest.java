package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
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

/// The recording counts as svc does: on the branch where the session stands, what a person said and answers with words.
class PiFixtureTest {
    @TempDir
    Path home;

    private StoreFixture fixture;
    private PiProvider pi;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy("pi", home);
        pi = new PiProvider(fixture.settings());
        store = pi.store();
    }

    @Test
    void the_rows_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .hasSize(fixture.expected().path("session_count").asInt())
                .extracting(row -> row.id().nativeId())
                .containsExactlyInAnyOrderElementsOf(fixture.sessions().stream()
                        .map(session -> session.path("id").asText())
                        .toList())
                .doesNotContainAnyElementsOf(fixture.notListed());
    }

    @Test
    void every_recorded_entry_is_understood() throws IOException {
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

    /// A fork is a session of its own. Pi stores no branch of the folder, and has no archive.
    private Stream<DynamicTest> facts(JsonNode expected, SessionFacts row) {
        String id = expected.path("id").asText();
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(expected, "cwd")),
                fact(id, "title", row.title(), text(expected, "title")),
                fact(id, "first message", row.firstMessage(), text(expected, "first_user_message")),
                fact(id, "model", row.model(), text(expected, "model")),
                fact(
                        id,
                        "messages",
                        row.messageCount(),
                        expected.path("message_count").asInt()),
                fact(id, "created", row.createdAt(), time(expected, "created_at")),
                fact(id, "updated", row.updatedAt(), time(expected, "updated_at")),
                fact(id, "archived", row.archived(), expected.path("archived").asBoolean()),
                fact(id, "branch", row.branch(), text(expected, "git_branch")),
                fact(id, "no sub-agent", row.parent(), null),
                fact(id, "readable", row.unreadable(), 0),
                fact(id, "resume", pi.launchArgv(id, home, false).argv(), list(expected.path("resume_argv"))));
    }

    @Test
    void people_said_and_tools_did_what_was_recorded() throws IOException {
        for (var session : fixture.sessions()) {
            var id = session.path("id").asText();
            var index = pi.turns().index(id, Optional.empty());
            var turns = pi.turns().read(id, index, 0, index.count());
            assertThat(turns)
                    .as(id)
                    .filteredOn(turn -> turn.role() == Turn.Role.USER)
                    .hasSize(session.path("user_turns").asInt());
            // The command that a person ran is no call of the model's.
            assertThat(turns.stream()
                            .map(Turn::tool)
                            .filter(Objects::nonNull)
                            .filter(tool -> !tool.inputSummary().equals("echo from-the-shell"))
                            .map(Turn.ToolUse::name))
                    .as(id)
                    .containsExactlyElementsOf(list(session.path("tool_calls")));
            assertThat(turns)
                    .as(id)
                    .noneMatch(turn ->
                            list(session.path("other_branch_user_messages")).contains(turn.text()));
        }
    }

    @Test
    void a_fork_begins_with_what_it_was_forked_from() throws IOException {
        for (var session : fixture.sessions()) {
            var parent = text(session, "forked_from");
            if (parent != null) {
                var fork = StoreFixture.row(store, session.path("id").asText());
                var row = StoreFixture.row(store, parent);
                assertThat(fork.firstMessage()).isEqualTo(row.firstMessage());
                assertThat(fork.messageCount()).isGreaterThan(row.messageCount());
                assertThat(fork.createdAt()).isAfter(row.updatedAt());
            }
        }
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store).stream().map(Piece::key).map(key -> "sessions/" + key))
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
