package dev.svc.server.engine.kimi;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class KimiContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("kimi", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new KimiProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return StoreFixture.expectedRows("kimi");
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return piece.files().getFirst().path().toString().endsWith(".jsonl");
    }
}
