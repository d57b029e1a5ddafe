package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every fact that the recording of a program notes, as far as a list or a launch shows it. Where a program
/// counts or writes otherwise, its test overrides that fact and says why.
public abstract class FixtureContract {
    @TempDir
    protected Path home;

    protected StoreFixture fixture;
    protected EngineProvider program;
    private EngineStore store;

    /// The folder of the recording.
    protected abstract String recording();

    protected abstract EngineProvider program(EngineSettings settings);

    /// Where the recording says that a session lies, in the words of `readAt`.
    protected abstract String recordedAt(JsonNode session);

    protected abstract String readAt(Piece piece);

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy(recording(), home);
        program = program(fixture.settings());
        store = program.store();
    }

    protected final EngineStore store() {
        return store;
    }

    protected @Nullable String title(JsonNode session) {
        return text(session, "title");
    }

    protected int messages(JsonNode session) {
        return session.path("message_count").asInt();
    }

    protected Instant time(JsonNode session, String name) {
        return Instant.parse(session.path(name).asText());
    }

    protected @Nullable String parent(JsonNode session) {
        return null;
    }

    protected List<String> resumed(String id) {
        return program.launchArgv(id, home, false).argv();
    }

    /// What a glance need not say as a whole reading does, beside the count.
    protected String[] leftOutByAGlance() {
        return new String[0];
    }

    /// Whether a glance has the row, too.
    protected boolean isGlanced(SessionFacts row) {
        return true;
    }

    @Test
    void the_rows_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .hasSize(fixture.expected()
                        .path("session_count")
                        .asInt(fixture.sessions().size()))
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
        assertThat(StoreFixture.rows(store))
                .allSatisfy(row -> assertThat(row.unreadable()).isZero());
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

    private Stream<DynamicTest> facts(JsonNode session, SessionFacts row) {
        var id = row.id().nativeId();
        var parent = row.parent();
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(session, "cwd")),
                fact(id, "title", row.title(), title(session)),
                fact(id, "first message", row.firstMessage(), text(session, "first_user_message")),
                fact(id, "model", row.model(), text(session, "model")),
                fact(id, "branch", row.branch(), text(session, "git_branch")),
                fact(id, "messages", row.messageCount(), messages(session)),
                fact(id, "created", row.createdAt(), time(session, "created_at")),
                fact(id, "updated", row.updatedAt(), time(session, "updated_at")),
                fact(id, "archived", row.archived(), session.path("archived").asBoolean()),
                fact(id, "parent", parent == null ? null : parent.nativeId(), parent(session)),
                fact(id, "resume", resumed(id), list(session.path("resume_argv"))));
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store).stream().map(this::readAt))
                .containsAll(fixture.sessions().stream().map(this::recordedAt).toList());
    }

    @Test
    void a_glance_says_the_same_but_for_the_count() throws IOException {
        var glances = new ArrayList<Reading>();
        for (var piece : StoreFixture.pieces(store)) {
            glances.add(store.glance(piece));
        }
        var ignored = Stream.concat(Stream.of("messageCount"), Stream.of(leftOutByAGlance()))
                .toArray(String[]::new);
        assertThat(store.combine(glances))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(ignored)
                .containsExactlyInAnyOrderElementsOf(StoreFixture.rows(store).stream()
                        .filter(this::isGlanced)
                        .toList())
                .allSatisfy(row -> assertThat(row.messageCount()).isEqualTo(-1));
    }

    /// The whole conversation.
    protected final List<Turn> conversation(String id) throws IOException {
        var index = program.turns().index(id, Optional.empty());
        return program.turns().read(id, index, 0, index.count());
    }

    protected static List<String> tools(List<Turn> turns) {
        return turns.stream()
                .map(Turn::tool)
                .filter(Objects::nonNull)
                .map(Turn.ToolUse::name)
                .toList();
    }

    protected static List<Turn> said(List<Turn> turns, Turn.Role... by) {
        return turns.stream().filter(turn -> List.of(by).contains(turn.role())).toList();
    }

    protected static DynamicTest fact(String id, String name, @Nullable Object actual, @Nullable Object expected) {
        return dynamicTest(id + " " + name, () -> assertThat(actual).isEqualTo(expected));
    }

    protected static @Nullable String text(JsonNode session, String name) {
        return session.path(name).textValue();
    }

    protected static List<String> list(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
