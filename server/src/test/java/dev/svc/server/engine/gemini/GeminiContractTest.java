package dev.svc.server.engine.gemini;

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

/// Chats of today's version beside those of an older one.
class GeminiContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home);
        StoreCopy.plant(StoreCopy.fixture("gemini/legacy-json"), home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        return new GeminiProvider(settings, home.resolve("own"), Set::of);
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return new ObjectMapper()
                .readTree(StoreCopy.fixture("gemini/expected.json").toFile())
                .path("stores")
                .valueStream()
                .flatMap(store -> store.path("sessions").valueStream())
                .filter(session -> session.path("listedByEngine").asBoolean())
                .map(session -> session.path("id").asText())
                .collect(Collectors.toSet());
    }

    @Override
    protected int mutations() {
        return 500;
    }

    /// An old document is replaced whole, and of two files with one id only the first grows.
    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return piece.files().size() == 1
                && piece.files().getFirst().path().toString().endsWith(".jsonl");
    }
}
