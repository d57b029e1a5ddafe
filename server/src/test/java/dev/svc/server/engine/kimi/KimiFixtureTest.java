package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
    Stream<DynamicTest> every_expected_fact() {
        return fixture.sessions().stream().flatMap(this::facts);
    }

    private Stream<DynamicTest> facts(JsonNode expected) {
        String id = expected.path("id").asText();
        return Stream.of(
                fact(id, "cwd", row -> assertThat(row.cwd()).isEqualTo(text(expected, "cwd"))),
                fact(id, "title", row -> assertThat(row.title()).isEqualTo(text(expected, "title"))),
                fact(
                        id,
                        "first message",
                        row -> assertThat(row.firstMessage()).isEqualTo(text(expected, "first_user_message"))),
                fact(id, "model", row -> assertThat(row.model()).isEqualTo(text(expected, "model"))),
                fact(
                        id,
                        "messages",
                        row -> assertThat(row.messageCount())
                                .isEqualTo(expected.path("turn_count").asInt()
                                        + expected.path("assistant_text_parts").asInt())),
                fact(id, "created", row -> assertThat(row.createdAt()).isEqualTo(time(expected, "created_at"))),
                fact(id, "updated", row -> assertThat(row.updatedAt()).isEqualTo(time(expected, "updated_at"))),
                fact(
                        id,
                        "archived",
                        row -> assertThat(row.archived())
                                .isEqualTo(expected.path("archived").asBoolean())),
                fact(id, "a row of its own", row -> assertThat(row.parent()).isNull()),
                fact(
                        id,
                        "resume",
                        row -> assertThat(kimi.launchArgv(id, Path.of(String.valueOf(row.cwd())), false)
                                        .argv())
                                .isEqualTo(list(expected.path("resume_argv")))),
                fact(
                        id,
                        "path",
                        row -> assertThat(StoreFixture.pieces(store))
                                .filteredOn(piece -> piece.key().endsWith(id))
                                .allSatisfy(piece -> assertThat(piece.files())
                                        .allSatisfy(file -> assertThat(
                                                        file.path().toString())
                                                .contains(expected.path("path").asText())))));
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

    private DynamicTest fact(String id, String name, FactCheck check) {
        return dynamicTest(id + " " + name, () -> check.check(StoreFixture.row(store, id)));
    }

    private interface FactCheck {
        void check(SessionFacts row) throws IOException;
    }

    private static String text(JsonNode session, String name) {
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
