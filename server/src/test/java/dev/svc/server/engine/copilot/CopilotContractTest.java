package dev.svc.server.engine.copilot;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class CopilotContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("copilot", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new CopilotProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return StoreFixture.expectedRows("copilot");
    }

    /// But for what is taken back, which is a case of its own.
    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }
}
