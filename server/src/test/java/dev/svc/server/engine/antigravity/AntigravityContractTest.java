package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class AntigravityContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("antigravity", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new AntigravityProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return StoreFixture.expectedRows("antigravity");
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return piece.files().getFirst().path().toString().endsWith(".jsonl");
    }

    /// A database that was just written is left alone for a moment before it is read.
    @Override
    protected int mutations() {
        return 60;
    }
}
