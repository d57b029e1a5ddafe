package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every fact that a list shows of the recorded stores, and no session beside theirs.
class OpencodeFixtureTest {
    /// How many stored messages nobody sees, where the recording does not say it: steps that only called a tool; of the
    /// last one, a compaction and its summary.
    private static final Map<String, Integer> UNSEEN = Map.of(
            "ses_dfae8b1c3ffeWk1lkKk950SYi2", 1,
            "ses_dfae8e160ffeC5m8kC44KQUaVy", 1,
            "ses_dfae85f1effeLATxvdhOGUjnM3", 1,
            "ses_dfae847dfffes9RsOCNTQqdFHQ", 2);

    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource({"opencode, main", "opencode, live-wal", "opencode, legacy-json", "kilo, main"})
    void every_recorded_session_is_found_with_its_facts(String program, String name) throws IOException {
        var brand = program.equals("kilo") ? Brand.KILO : Brand.OPENCODE;
        StoreCopy.plant(StoreCopy.fixture(program).resolve(name), home);
        var before = StoreCopy.state(home);
        var found = found(brand);
        var recorded = recorded(program, name);
        assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(recorded.keySet());
        recorded.forEach((id, session) -> assertSame(session, Objects.requireNonNull(found.get(id))));
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    private static void assertSame(JsonNode recorded, SessionFacts found) {
        String id = found.id().nativeId();
        assertThat(found.cwd()).as(id).isEqualTo(text(recorded, "cwd"));
        assertThat(found.title()).as(id).isEqualTo(title(recorded));
        assertThat(found.firstMessage()).as(id).isEqualTo(typed(recorded));
        assertThat(found.messageCount()).as(id).isEqualTo(visible(recorded));
        assertThat(found.createdAt().toEpochMilli())
                .as(id)
                .isEqualTo(recorded.path("createdMs").asLong());
        assertThat(found.updatedAt().toEpochMilli())
                .as(id)
                .isEqualTo(recorded.path("updatedMs").asLong());
        assertThat(found.archived()).as(id).isEqualTo(recorded.path("archived").asBoolean());
        assertThat(found.parent() == null ? null : found.parent().nativeId())
                .as(id)
                .isEqualTo(text(recorded, "parentId"));
        assertThat(found.unreadable()).as(id).isZero();
        assertThat(found.sizeBytes() > 0)
                .as(id)
                .isEqualTo(!recorded.path("empty").asBoolean());
        if (recorded.has("model")) {
            assertThat(found.model()).as(id).isEqualTo(text(recorded, "model"));
        }
    }

    /// A title that only says when the session began is none, once something was said in it.
    private static @Nullable String title(JsonNode recorded) {
        boolean saysNothing = "default".equals(text(recorded, "titleSource"))
                && !recorded.path("empty").asBoolean();
        return saysNothing ? null : text(recorded, "title");
    }

    /// What the person typed: where the recording does not say, the stored text without the quotes of the command line.
    private static @Nullable String typed(JsonNode recorded) {
        String typed = text(recorded, "firstUserTyped");
        String text = typed != null ? typed : text(recorded, "firstUserMessage");
        return text == null ? null : text.strip().replaceAll("^\"|\"$", "");
    }

    /// The recording counts every stored message, a list those that can be read: an answer that failed or was cut off
    /// before its first word, and a step that only called a tool, are not among them.
    private static int visible(JsonNode recorded) {
        int silent = (recorded.path("parentId").isTextual()
                                && !recorded.path("tools").isEmpty())
                        || recorded.path("interrupted").asBoolean()
                        || (!recorded.path("error").isNull()
                                && !recorded.at("/lastMessage/role").asText().equals("assistant"))
                ? 1
                : 0;
        int unseen = UNSEEN.getOrDefault(recorded.path("id").asText(), 0);
        return recorded.path("messageCount").asInt() - silent - unseen;
    }

    private static @Nullable String text(JsonNode recorded, String field) {
        return recorded.path(field).textValue();
    }

    private Map<String, SessionFacts> found(Brand brand) throws IOException {
        var store =
                new OpencodeStore(new OpencodePlace(brand, home.resolve(brand.database()), home.resolve("storage")));
        var readings = new ArrayList<Reading>();
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        for (var piece : pieces) {
            readings.add(store.read(piece, null));
        }
        return store.combine(readings).stream()
                .collect(Collectors.toMap(facts -> facts.id().nativeId(), facts -> facts));
    }

    private static Map<String, JsonNode> recorded(String program, String name) throws IOException {
        var stores = new ObjectMapper()
                .readTree(StoreCopy.fixture(program).resolve("expected.json").toFile())
                .path("stores");
        return stores.valueStream()
                .filter(store -> store.path("name").asText().equals(name))
                .flatMap(store -> store.path("sessions").valueStream())
                .collect(Collectors.toMap(session -> session.path("id").asText(), session -> session));
    }
}
