package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every fact that a list shows of the recorded stores, and no session beside theirs.
class GeminiFixtureTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(strings = {"main", "legacy-json"})
    void every_recorded_session_is_found_with_its_facts(String name) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("gemini").resolve(name), home);
        var before = StoreCopy.state(home);
        var found = found(Set.of("/home/blair/code/shop", "/home/blair/code/site"));
        var recorded = recorded(name, session -> !session.path("empty").asBoolean());
        assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(recorded.keySet());
        recorded.forEach((id, session) -> assertSame(session, Objects.requireNonNull(found.get(id))));
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    private static void assertSame(JsonNode recorded, SessionFacts found) {
        String id = found.id().nativeId();
        assertThat(found.cwd()).as(id).isEqualTo(text(recorded, "cwd"));
        assertThat(found.title()).as(id).isEqualTo(title(recorded));
        assertThat(found.firstMessage()).as(id).isEqualTo(firstMessage(recorded));
        assertThat(found.messageCount())
                .as(id)
                .isEqualTo(recorded.path("visibleMessageCount").asInt());
        assertThat(found.createdAt())
                .as(id)
                .isEqualTo(Instant.parse(recorded.path("created").asText()));
        assertThat(found.updatedAt())
                .as(id)
                .isEqualTo(Instant.parse(recorded.path("updated").asText()));
        assertThat(found.model()).as(id).isEqualTo(text(recorded, "model"));
        assertThat(found.archived()).as(id).isFalse();
        assertThat(found.parent() == null ? null : found.parent().nativeId())
                .as(id)
                .isEqualTo(text(recorded, "parentId"));
        assertThat(found.unreadable()).as(id).isZero();
    }

    private static @Nullable String title(JsonNode recorded) {
        String title = text(recorded, "title");
        return title == null ? null : Excerpt.title(title);
    }

    private static @Nullable String firstMessage(JsonNode recorded) {
        return Excerpt.message(Objects.requireNonNull(text(recorded, "firstUserMessage")));
    }

    private static @Nullable String text(JsonNode recorded, String field) {
        return recorded.path(field).textValue();
    }

    @Test
    void what_the_program_does_not_list_is_no_row() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home);
        var unlisted =
                recorded("main", session -> !session.path("listedByEngine").asBoolean());
        assertThat(unlisted).hasSize(2);
        assertThat(found(Set.of()).values())
                .filteredOn(facts -> unlisted.containsKey(facts.id().nativeId()))
                .allSatisfy(facts -> assertThat(facts.parent()).isNotNull());
    }

    @Test
    void an_old_chat_learns_its_folder_from_the_list_of_projects() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("gemini/legacy-json"), home);
        assertThat(found(Set.of()).values())
                .hasSize(2)
                .allSatisfy(facts -> assertThat(facts.cwd()).isNull());
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home);
        assertThat(found(Set.of()).values())
                .allSatisfy(facts -> assertThat(facts.cwd()).startsWith("/home/blair/"));
    }

    private Map<String, SessionFacts> found(Set<String> otherFolders) throws IOException {
        Path tmp = home.toRealPath().resolve(".gemini/tmp");
        var store = new GeminiStore(new GeminiPlace(tmp, tmp.resolveSibling("projects.json")), () -> otherFolders);
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        var readings = new ArrayList<Reading>();
        for (var piece : pieces) {
            readings.add(store.read(piece, null));
        }
        return store.combine(readings).stream()
                .collect(Collectors.toMap(facts -> facts.id().nativeId(), facts -> facts));
    }

    private static Map<String, JsonNode> recorded(String name, Predicate<JsonNode> wanted) throws IOException {
        return new ObjectMapper()
                .readTree(StoreCopy.fixture("gemini/expected.json").toFile())
                .path("stores")
                .valueStream()
                .filter(store -> store.path("name").asText().equals(name))
                .flatMap(store -> store.path("sessions").valueStream())
                .filter(wanted)
                .collect(Collectors.toMap(session -> session.path("id").asText(), session -> session));
    }
}
