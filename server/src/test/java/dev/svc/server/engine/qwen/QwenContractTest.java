package dev.svc.server.engine.qwen;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class QwenContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("qwen"), home.resolve(".qwen"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new QwenProvider(StoreFixture.settings(home));
    }

    @Override
    protected Set<String> expectedRows() throws IOException {
        return StoreFixture.expectedRows("qwen");
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }
}
