package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.vault.RestoreRefusedException.Reason;
import dev.svc.server.vault.Restoring.Dated;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoringTest {
    @TempDir
    Path folder = Path.of("");

    private KeptStores kept;

    @BeforeEach
    void open() throws Exception {
        kept = KeptStores.in(folder.toRealPath());
        kept.follow();
    }

    @AfterEach
    void close() throws Exception {
        kept.close();
    }

    private Restoring restoring() {
        return new Restoring(kept.vault(), engine -> kept.stores.program(engine).originals(), () -> kept.now);
    }

    private List<Original> originals(SessionId id) throws Exception {
        var originals = kept.stores.program(id.engine()).originals().orElseThrow();
        return originals.of(id.nativeId(), Files.createTempDirectory(folder, "scratch"));
    }

    /// Deletes a session as its program would.
    private void delete(SessionId id) throws Exception {
        if (Set.of(EngineKey.OPENCODE, EngineKey.KILO).contains(id.engine())) {
            var database = kept.stores.program(id.engine()).store().location();
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                    var statement = connection.createStatement()) {
                for (var table : List.of("part", "message", "todo")) {
                    statement.executeUpdate("DELETE FROM " + table + " WHERE session_id = '" + id.nativeId() + "'");
                }
                statement.executeUpdate("DELETE FROM session WHERE id = '" + id.nativeId() + "'");
            }
        }
        for (var original : originals(id)) {
            var file = original.stamp().path();
            if (!original.name().endsWith(".project_root")) {
                Files.deleteIfExists(file);
            }
        }
        if (id.engine() == EngineKey.ANTIGRAVITY) {
            var conversations =
                    kept.stores.program(id.engine()).store().location().resolve("conversations");
            Files.deleteIfExists(conversations.resolve(id.nativeId() + ".db"));
            Files.deleteIfExists(conversations.resolve(id.nativeId() + ".db-wal"));
        }
    }

    private Map<SessionId, List<Turn>> said() throws Exception {
        var said = new HashMap<SessionId, List<Turn>>();
        for (var id : kept.listed.keySet()) {
            said.put(id, kept.stores.all(id));
        }
        return said;
    }

    @Test
    void every_recorded_session_comes_back_with_all_that_was_said() throws Exception {
        var before = said();
        for (var id : kept.listed.keySet()) {
            delete(id);
        }
        for (var id : kept.listed.keySet()) {
            var program = kept.stores.program(id.engine());
            assertThat(program.originals().orElseThrow().has(id.nativeId()))
                    .as("%s is gone", id)
                    .isFalse();
        }
        for (var id : kept.listed.keySet()) {
            var originals = kept.stores.program(id.engine()).originals().orElseThrow();
            // One that another continues came back with it.
            if (!originals.has(id.nativeId())) {
                restoring().restore(id, Dated.AS_THEY_WERE);
            }
        }
        assertThat(said()).isEqualTo(before);
    }

    @Test
    void what_comes_back_is_what_was_there_byte_for_byte() throws Exception {
        for (var id : kept.listed.keySet()) {
            var before = contents(id);
            delete(id);
            restoring().restore(id, Dated.AS_THEY_WERE);
            assertThat(contents(id)).as("%s", id).isEqualTo(before);
        }
    }

    @Test
    void a_map_without_folders_and_none_at_all_are_the_same() throws Exception {
        for (var id : kept.listed.keySet()) {
            var before = contents(id);
            delete(id);
            restoring().restore(id, Dated.AS_THEY_WERE, FolderMap.NONE);
            assertThat(contents(id)).as("%s", id).isEqualTo(before);
        }
    }

    /// Databases are compared by what they hold.
    private Map<String, String> contents(SessionId id) throws Exception {
        var contents = new HashMap<String, String>();
        for (var original : originals(id)) {
            var file = original.stamp().path();
            contents.put(original.name(), HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
        return contents;
    }

    @Test
    void a_restored_session_is_as_new_for_a_program_that_deletes_by_age() throws Exception {
        var id = of(EngineKey.CLAUDE_CODE);
        delete(id);
        var restored = restoring().restore(id, Dated.NOW);
        assertThat(restored.files())
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(kept.now));
        assertThat(StoreFixture.row(kept.stores.program(id.engine()).store(), id.nativeId())
                        .updatedAt())
                .isEqualTo(kept.facts(id).updatedAt());
    }

    private SessionId of(EngineKey engine) {
        return kept.listed.values().stream()
                .filter(facts -> facts.id().engine() == engine)
                .max((one, other) -> Long.compare(one.sizeBytes(), other.sizeBytes()))
                .map(SessionFacts::id)
                .orElseThrow();
    }

    @Test
    void nothing_is_written_over_a_session_that_is_there() throws Exception {
        for (var engine : List.of(EngineKey.CLAUDE_CODE, EngineKey.OPENCODE, EngineKey.ANTIGRAVITY)) {
            assertThatThrownBy(() -> restoring().restore(of(engine), Dated.NOW))
                    .isInstanceOfSatisfying(
                            RestoreRefusedException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.THERE));
        }
    }

    @Test
    void a_side_file_in_the_way_leaves_everything_as_it_was() throws Exception {
        var id = kept.listed.keySet().stream()
                .filter(it -> it.engine() == EngineKey.CLAUDE_CODE)
                .filter(it -> {
                    try {
                        return originals(it).size() > 1;
                    } catch (Exception unexpected) {
                        throw new AssertionError(unexpected);
                    }
                })
                .findFirst()
                .orElseThrow();
        var files = originals(id).stream().map(it -> it.stamp().path()).toList();
        delete(id);
        Files.createDirectories(files.getLast().resolveSibling(""));
        Files.writeString(files.getLast(), "somebody else's");
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining(files.getLast().toString());
        assertThat(files.getFirst()).doesNotExist();
        assertThat(files.getLast()).hasContent("somebody else's");
    }

    @Test
    void a_damaged_copy_is_not_given_to_its_program() throws Exception {
        var id = of(EngineKey.CLAUDE_CODE);
        var log = originals(id).getFirst().stamp().path();
        delete(id);
        var copy = kept.vault().file(id);
        var bytes = Files.readAllBytes(copy);
        bytes[200] ^= 1;
        Files.write(copy, bytes);
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW))
                .isInstanceOfSatisfying(
                        RestoreRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.DAMAGED));
        assertThat(log).doesNotExist();
    }

    @Test
    void what_was_never_kept_is_said() {
        assertThatThrownBy(() -> restoring()
                        .restore(
                                new SessionId(EngineKey.CLAUDE_CODE, "00000000-0000-4000-8000-000000000000"),
                                Dated.NOW))
                .isInstanceOfSatisfying(
                        RestoreRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.UNKNOWN));
    }

    @Test
    void opencode_without_its_database_is_told_to_be_started_once() throws Exception {
        var id = of(EngineKey.OPENCODE);
        var database = kept.stores.program(id.engine()).store().location();
        for (var suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(database.resolveSibling(database.getFileName() + suffix));
        }
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("start it once");
        assertThat(database).doesNotExist();
    }

    @Test
    void the_copy_stays_after_a_restore() throws Exception {
        var id = of(EngineKey.KIMI);
        delete(id);
        restoring().restore(id, Dated.NOW);
        assertThat(kept.vault().find(id)).isPresent();
    }
}
