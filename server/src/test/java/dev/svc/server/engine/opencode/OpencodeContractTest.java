package dev.svc.server.engine.opencode;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A store that is being written, beside a tree that an older version left.
class OpencodeContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("opencode/live-wal"), data(home));
        StoreCopy.plant(StoreCopy.fixture("opencode/legacy-json"), data(home));
    }

    private static Path data(Path home) {
        return home.resolve(".local/share/opencode");
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new OpencodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return new ObjectMapper()
                .readTree(StoreCopy.fixture("opencode/expected.json").toFile())
                .path("stores")
                .valueStream()
                .flatMap(store -> store.path("sessions").valueStream())
                .filter(session -> session.path("parentId").isNull())
                .map(session -> session.path("id").asText())
                .collect(Collectors.toSet());
    }

    /// Rows change in place, and the tree's files are replaced whole.
    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return false;
    }
}
