package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The recorded rollouts under newer names, which have an id of the rollout's own behind that of its thread.
class CodexNewNamesTest {
    @TempDir
    Path home = Path.of("");

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
    }

    /// What a store is to the rest of the house.
    ///
    /// @param ids as they are known before and after a session begins
    private record Store(Map<String, SessionFacts> rows, Map<String, List<Turn>> turns, Set<String> ids) {}

    private Store store() throws IOException {
        var provider = new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        var rows = new TreeMap<String, SessionFacts>();
        var turns = new HashMap<String, List<Turn>>();
        for (var row : StoreFixture.rows(provider.store())) {
            var id = row.id().nativeId();
            rows.put(id, row);
            var index = provider.turns().index(id, Optional.empty());
            turns.put(id, provider.turns().read(id, index, 0, index.count()));
        }
        return new Store(rows, turns, provider.snapshotSessionIds(home));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_rollout_whose_name_has_an_id_of_its_own_is_the_session_of_its_thread(boolean compressed) throws IOException {
        if (compressed) {
            Compressing.replaceAll(home.resolve(".codex"));
        }
        var before = store();
        assertThat(rename()).isGreaterThan(10);
        assertThat(store()).isEqualTo(before);
    }

    private int rename() throws IOException {
        int renamed = 0;
        try (var files = Files.walk(home.resolve(".codex"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = file.getFileName().toString();
                if (name.startsWith("rollout-")) {
                    var own = "_" + UUID.nameUUIDFromBytes(new byte[] {(byte) renamed++}) + ".jsonl";
                    Files.move(file, file.resolveSibling(name.replace(".jsonl", own)));
                }
            }
        }
        return renamed;
    }
}
