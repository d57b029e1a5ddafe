package dev.svc.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.JournalRepair;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent.Imported;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarIT {
    private static final SessionId ONE = new SessionId(EngineKey.CLAUDE_CODE, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder = Path.of("");

    private Path file() {
        return folder.resolve("metadata.json");
    }

    private Path prefs() {
        return folder.resolve("prefs.json");
    }

    private Path journalFolder() {
        return folder.resolve("journal");
    }

    /// What runs between a start and a stop.
    private interface Life {
        void live(Metadata metadata, Sidecar sidecar) throws Exception;
    }

    private Optional<String> run(Life life) throws Exception {
        try (var journal = ChronicleJournal.open(journalFolder(), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC());
                var sidecar = Sidecar.start(file(), prefs(), metadata, Clock.systemUTC())) {
            life.live(metadata, sidecar);
            return sidecar.notice();
        }
    }

    private Optional<String> startAndStop() throws Exception {
        return run((_, _) -> {});
    }

    @AfterEach
    void the_file_holds_what_replaying_the_journal_gives() throws IOException {
        try (var journal = StoredJournal.open(journalFolder())) {
            if (journal.damage().isEmpty()) {
                var content = new SidecarFile(file()).read();
                assertThat(content.at()).isEqualTo(journal.head());
                assertThat(content.organisation().holdsTheSameAs(journal.asOf(Long.MAX_VALUE)))
                        .isTrue();
            }
        }
    }

    @Test
    void the_preferences_are_also_a_file_of_their_own() throws Exception {
        run((metadata, _) -> metadata.changePrefs(prefs("theme", "dark"), Actor.CLI));

        assertThat(Files.readString(prefs())).isEqualTo("{\"schema\":1,\"data\":{\"theme\":\"dark\"}}");
    }

    @Test
    void a_file_of_the_preferences_that_went_is_written_again_at_the_next_start() throws Exception {
        run((metadata, _) -> metadata.changePrefs(prefs("theme", "dark"), Actor.CLI));
        Files.delete(prefs());

        startAndStop();

        assertThat(prefs()).exists();
    }

    private static ObjectNode prefs(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }

    private void twoChanges() throws Exception {
        run((metadata, _) -> {
            metadata.rename(ONE, "one", Actor.CLI);
            var project = metadata.createProject("p", null, List.of("/srv"), Actor.CLI);
            metadata.assign(TWO, project.id(), Actor.CLI);
            metadata.changePrefs(JsonNodeFactory.instance.objectNode().put("theme", "dark"), Actor.CLI);
        });
    }

    @Test
    void the_file_names_its_schema_entry_and_hash_and_is_the_owners_alone() throws Exception {
        twoChanges();
        var json = MAPPER.readTree(file().toFile());
        assertThat(json.path("schema").asInt()).isEqualTo(1);
        assertThat(json.path("seq").asLong()).isEqualTo(4);
        assertThat(json.path("hash").asText()).hasSize(64);
        assertThat(json.at("/data/sessions/engine_1:one/title").asText()).isEqualTo("one");
        assertThat(Files.getPosixFilePermissions(file())).hasToString("[OWNER_READ, OWNER_WRITE]");
    }

    @Test
    void changes_that_come_together_are_written_together_and_three_generations_stay() throws Exception {
        run((metadata, sidecar) -> {
            for (int i = 0; i < 4; i++) {
                metadata.rename(ONE, "first " + i, Actor.CLI);
                metadata.rename(ONE, "second " + i, Actor.CLI);
                sidecar.flush();
                assertThat(new SidecarFile(file())
                                .read()
                                .organisation()
                                .marks(ONE)
                                .title())
                        .isEqualTo("second " + i);
            }
        });
        assertThat(file().resolveSibling("metadata.json.1")).exists();
        assertThat(file().resolveSibling("metadata.json.2")).exists();
        assertThat(file().resolveSibling("metadata.json.3")).doesNotExist();
    }

    @Test
    void a_start_that_finds_everything_in_order_writes_nothing() throws Exception {
        twoChanges();
        var before = Files.getLastModifiedTime(file());
        assertThat(startAndStop()).isEmpty();
        assertThat(Files.getLastModifiedTime(file())).isEqualTo(before);
    }

    @Test
    void an_older_file_is_brought_up_to_the_journal() throws Exception {
        twoChanges();
        var old = Files.readAllBytes(file());
        run((metadata, _) -> metadata.favourite(ONE, Actor.CLI));
        Files.write(file(), old);
        assertThat(startAndStop()).isEmpty();
        assertThat(seq()).isEqualTo(5);
    }

    @Test
    void a_missing_file_is_written_from_the_journal() throws Exception {
        twoChanges();
        Files.delete(file());
        assertThat(startAndStop()).isEmpty();
        assertThat(seq()).isEqualTo(4);
    }

    @Test
    void a_broken_file_is_kept_and_written_again() throws Exception {
        twoChanges();
        Files.writeString(file(), "{\"schema\": 1, \"se");
        assertThat(startAndStop().orElseThrow()).contains("could not be read");
        assertThat(asides("broken")).hasSize(1);
        assertThat(seq()).isEqualTo(4);
    }

    @Test
    void what_was_edited_by_hand_becomes_events_and_newer_changes_stay() throws Exception {
        twoChanges();
        var edited = (ObjectNode) MAPPER.readTree(file().toFile());
        run((metadata, _) -> metadata.favourite(TWO, Actor.CLI));
        ((ObjectNode) edited.at("/data/sessions/engine_1:one")).put("title", "by hand");
        ((ArrayNode) edited.at("/data/projects")).addObject().put("id", "new").put("name", "New");
        MAPPER.writeValue(file().toFile(), edited);
        run((metadata, _) -> {
            assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("by hand");
            assertThat(metadata.organisation().marks(TWO).sticky()).isTrue();
            assertThat(metadata.organisation().projects()).hasSize(2);
            var last = new ArrayList<>();
            metadata.journal().read(6, link -> last.add(link.entry().event()));
            assertThat(last).singleElement().isInstanceOf(Imported.class);
        });
    }

    @Test
    void views_are_in_the_file_where_there_are_any_and_can_be_edited_there() throws Exception {
        twoChanges();
        assertThat(MAPPER.readTree(file().toFile()).at("/data").has("views")).isFalse();
        run((metadata, _) -> metadata.createView("One", "live=1", Actor.CLI));
        var edited = (ObjectNode) MAPPER.readTree(file().toFile());
        ((ObjectNode) edited.at("/data/views/0")).put("name", "By hand");
        MAPPER.writeValue(file().toFile(), edited);
        run((metadata, _) -> assertThat(metadata.organisation().views())
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.name()).isEqualTo("By hand");
                    assertThat(view.query()).isEqualTo("live=1");
                }));
    }

    @Test
    void a_file_newer_than_the_journal_is_kept_and_nothing_of_it_is_lost() throws Exception {
        twoChanges();
        delete(journalFolder());
        assertThat(startAndStop().orElseThrow()).contains("knew changes up to 4", "the journal only up to 0");
        assertThat(asides("kept")).hasSize(1);
        run((metadata, _) -> {
            assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("one");
            assertThat(metadata.organisation().marks(TWO).project()).isNotNull();
            assertThat(metadata.organisation().prefs().path("theme").asText()).isEqualTo("dark");
        });
    }

    @Test
    void a_file_of_another_history_is_kept_and_does_not_speak() throws Exception {
        twoChanges();
        var stranger = (ObjectNode) MAPPER.readTree(file().toFile());
        stranger.put("hash", "ab".repeat(32));
        ((ObjectNode) stranger.at("/data/sessions/engine_1:one")).put("title", "stranger");
        MAPPER.writeValue(file().toFile(), stranger);
        assertThat(startAndStop().orElseThrow()).contains("another history");
        assertThat(asides("kept")).hasSize(1);
        run((metadata, _) ->
                assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("one"));
    }

    @Test
    void a_legacy_file_without_a_journal_is_imported_as_events() throws Exception {
        Files.writeString(file(), """
                {"sessions": {"claude:one": {"title": "old", "sticky": true, "archived": true, "project_id": "p1"}},
                 "projects": [{"id": "p1", "name": "Old", "folders": ["/srv"]}]}
                """);
        assertThat(startAndStop()).isEmpty();
        run((metadata, _) -> {
            var project = metadata.organisation().projects().iterator().next();
            assertThat(metadata.organisation().marks(ONE)).isEqualTo(new Marks("old", true, true, project.id(), null));
            assertThat(project.name()).isEqualTo("Old");
            assertThat(metadata.journal().head().seq()).isEqualTo(2);
        });
    }

    @Test
    void a_damaged_journal_never_shrinks_the_file_and_its_repair_brings_back_what_the_file_knew() throws Exception {
        twoChanges();
        var before = Files.readAllBytes(file());
        hurtTheFirstEntry();
        startAndStop();
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        assertThat(JournalRepair.run(journalFolder(), Clock.systemUTC())
                        .orElseThrow()
                        .found())
                .contains("entry 1 is lost");
        assertThat(startAndStop().orElseThrow()).contains("repaired");
        run((metadata, _) ->
                assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("one"));
    }

    private void hurtTheFirstEntry() throws IOException {
        try (var files = Files.list(journalFolder().resolve("current"))) {
            var queue = files.filter(path -> path.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
            long at = new String(Files.readAllBytes(queue), java.nio.charset.StandardCharsets.ISO_8859_1)
                    .indexOf("renamed");
            try (var bytes = new RandomAccessFile(queue.toFile(), "rw")) {
                bytes.seek(at);
                bytes.write('R');
            }
        }
    }

    private long seq() throws IOException {
        JsonNode json = MAPPER.readTree(file().toFile());
        return json.path("seq").asLong();
    }

    private List<Path> asides(String why) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(path -> path.getFileName().toString().startsWith("metadata.json." + why))
                    .toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var each : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
