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

/// Kilo's own store.
class KiloContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("kilo/main"), home.resolve(".local/share/kilo"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return OpencodeProvider.kilo(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return new ObjectMapper()
                .readTree(StoreCopy.fixture("kilo/expected.json").toFile())
                .path("stores")
                .valueStream()
                .flatMap(store -> store.path("sessions").valueStream())
                .filter(session -> session.path("parentId").isNull())
                .map(session -> session.path("id").asText())
                .collect(Collectors.toSet());
    }

    /// Rows change in place.
    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return false;
    }
}
