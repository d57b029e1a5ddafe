package dev.svc.server.engine.pi;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class PiContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("pi", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new PiProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return StoreFixture.expectedRows("pi");
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }
}
