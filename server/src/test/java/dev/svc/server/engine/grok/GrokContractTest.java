package dev.svc.server.engine.grok;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class GrokContractTest extends ProviderContract {
    /// Is in the recording as a session of its own, and nobody would resume it.
    static final String AGENT = "01a2052c-4eb1-7bf3-bde5-08b7ff58b001";

    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("grok", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new GrokProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        var rows = StoreFixture.expectedRows("grok");
        rows.remove(AGENT);
        return rows;
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return piece.files().getFirst().path().toString().endsWith(".jsonl");
    }
}
