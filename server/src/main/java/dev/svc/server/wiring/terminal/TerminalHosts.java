package dev.svc.server.wiring.terminal;

import dev.svc.server.terminal.host.DirectHost;
import dev.svc.server.terminal.host.Dtach;
import dev.svc.server.terminal.host.DtachHost;
import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.server.terminal.relief.Relief;
import dev.svc.server.terminal.relief.ReliefAtHand;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Chooses the host of programs: dtach where available, else this process itself.
public final class TerminalHosts {
    /// Longer than an update takes with its way back; a service that was stopped for good is not missed longer.
    private static final Duration RELIEF_HOLDS = Duration.ofMinutes(10);

    private TerminalHosts() {}

    public static TerminalHost of(Config config) throws IOException {
        return of(config, UserScope.PATIENCE);
    }

    /// Who reads on between two servers: nobody where programs end with theirs.
    public static Relief relief(Config config) {
        return Dtach.find(config).isPresent()
                ? ReliefAtHand.of(config.path(Variable.RUNTIME_DIR), RELIEF_HOLDS, ReliefAtHand.Patience.USUAL)
                : Relief.NONE;
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
