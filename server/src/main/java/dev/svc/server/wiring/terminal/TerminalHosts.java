package dev.svc.server.wiring.terminal;

import dev.svc.server.terminal.host.DirectHost;
import dev.svc.server.terminal.host.Dtach;
import dev.svc.server.terminal.host.DtachHost;
import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Chooses the host of programs: dtach where available, else this process itself.
public final class TerminalHosts {
    private TerminalHosts() {}

    public static TerminalHost of(Config config) throws IOException {
        return of(config, UserScope.PATIENCE);
    }

    static TerminalHost of(Config config, Duration patience) throws IOException {
        Optional<Path> dtach = Dtach.find(config);
        return dtach.isPresent()
                ? new DtachHost(
                        dtach.get(),
                        config.path(Variable.RUNTIME_DIR),
                        UserScope.command(config.platform().environment(), patience))
                : new DirectHost();
    }
}
