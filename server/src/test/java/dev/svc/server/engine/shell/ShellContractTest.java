package dev.svc.server.engine.shell;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ShellContractTest extends ProviderContract {
    @Override
    protected void plant(Path home) throws IOException {
        Shells.plant(home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return Shells.provider(home);
    }

    @Override
    protected Set<String> expectedRows() {
        return IntStream.range(0, Shells.MANY).mapToObj(Shells::id).collect(Collectors.toSet());
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return true;
    }
}
