package dev.svc.server.engine.antigravity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class AntigravityFixtureTest {
    @TempDir
    Path home;

    private StoreFixture fixture;
    private AntigravityProvider agy;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy("antigravity", home);
        agy = new AntigravityProvider(fixture.settings());
        store = agy.store();
        setTimes();
    }

    /// As the program would have left them: a conversation that was killed had only written the log.
    private void setTimes() throws IOException {
        for (var session : fixture.sessions()) {
            Path database = store.location()
                    .resolve("conversations")
                    .resolve(session.path("id").asText() + ".db");
            Path log = database.resolveSibling(database.getFileName() + "-wal");
            if (Files.exists(log)) {
                StoreFixture.setModified(database, time(session, "created_at"));
                StoreFixture.setModified(log, time(session, "updated_at"));
            } else {
                StoreFixture.setModified(database, time(session, "updated_at"));
            }
        }
    }

    @Test
    void the_rows_are_the_recorded_sessions_and_no_others() throws IOException {
        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId())
                .containsExactlyInAnyOrderElementsOf(fixture.sessions().stream()
                        .map(session -> session.path("id").asText())
                        .toList())
                .doesNotContainAnyElementsOf(fixture.notListed());
    }

    @Test
    void only_the_file_that_is_no_database_is_not_understood() throws IOException {
        for (var piece : StoreFixture.pieces(store)) {
            assertThat(store.read(piece, null).unreadable())
                    .as(piece.key())
                    .hasSize(piece.key().equals("1a2b3c4d-0001-4000-8000-00000000a0fe") ? 1 : 0);
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
        int messages = expected.path("turn_count").asInt()
                + expected.path("assistant_text_parts").asInt();
        String first = expected.path("first_user_message").asText();
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(expected, "cwd")),
                fact(id, "title", row.title(), text(expected, "title")),
                fact(id, "first message", row.firstMessage(), first.isEmpty() ? null : first),
                fact(id, "model", row.model(), text(expected, "model")),
                fact(id, "messages", row.messageCount(), messages),
                fact(id, "created", row.createdAt(), time(expected, "created_at")),
                fact(id, "updated", row.updatedAt(), time(expected, "updated_at")),
                fact(id, "no sub-agent", row.parent(), null),
                fact(id, "resume", agy.launchArgv(id, home, false).argv(), list(expected.path("resume_argv"))));
    }

    @Test
    void a_glance_shows_the_conversations_whose_folder_a_list_knows() throws IOException {
        var glances = new ArrayList<Reading>();
        for (var piece : StoreFixture.pieces(store)) {
            glances.add(store.glance(piece));
        }
        assertThat(store.combine(glances))
                .extracting(row -> row.id().nativeId(), SessionFacts::firstMessage, SessionFacts::messageCount)
                .contains(
                        tuple("7d0c1b52-6f0e-4a53-9b0e-0f2f1a6b7c01", "Why does the cart total lose cents?", -1),
                        tuple("1a2b3c4d-0001-4000-8000-00000000a006", "Check the links", -1));
    }

    private static DynamicTest fact(String id, String name, @Nullable Object actual, @Nullable Object expected) {
        return dynamicTest(id + " " + name, () -> assertThat(actual).isEqualTo(expected));
    }

    private static @Nullable String text(JsonNode session, String name) {
        return session.path(name).textValue();
    }

    private static Instant time(JsonNode session, String name) {
        return Instant.ofEpochMilli(Math.round(session.path(name).asDouble() * 1000));
    }

    private static List<String> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
