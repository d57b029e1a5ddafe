package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
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

class KimiFixtureTest {
    @TempDir
    Path home;

    private StoreFixture fixture;
    private KimiProvider kimi;
    private EngineStore store;

    @BeforeEach
    void copyTheRecordedStore() throws IOException {
        fixture = StoreFixture.copy("kimi", home);
        kimi = new KimiProvider(fixture.settings());
        store = kimi.store();
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
    void every_record_of_both_recorded_versions_is_understood() throws IOException {
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
        int messages = expected.path("turn_count").asInt()
                + expected.path("assistant_text_parts").asInt();
        return Stream.of(
                fact(id, "cwd", row.cwd(), text(expected, "cwd")),
                fact(id, "title", row.title(), text(expected, "title")),
                fact(id, "first message", row.firstMessage(), text(expected, "first_user_message")),
                fact(id, "model", row.model(), text(expected, "model")),
                fact(id, "messages", row.messageCount(), messages),
                fact(id, "created", row.createdAt(), time(expected, "created_at")),
                fact(id, "updated", row.updatedAt(), time(expected, "updated_at")),
                fact(id, "archived", row.archived(), expected.path("archived").asBoolean()),
                fact(id, "no sub-agent", row.parent(), null),
                fact(id, "resume", kimi.launchArgv(id, home, false).argv(), list(expected.path("resume_argv"))));
    }

    @Test
    void each_session_is_read_where_it_was_recorded() throws IOException {
        assertThat(StoreFixture.pieces(store).stream().map(Piece::key).map(key -> ".kimi-code/sessions/" + key))
                .containsAll(fixture.sessions().stream()
                        .map(session -> session.path("path").asText())
                        .toList());
    }

    @Test
    void a_glance_says_the_same_but_for_the_count_and_the_model() throws IOException {
        var glances = new ArrayList<Reading>();
        for (var piece : StoreFixture.pieces(store)) {
            glances.add(store.glance(piece));
        }
        assertThat(store.combine(glances))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("messageCount", "model")
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
        return Instant.ofEpochMilli(Math.round(session.path(name).asDouble() * 1000));
    }

    private static List<String> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
