package dev.svc.server.wiring.update;

import dev.svc.server.update.ServiceRestart;
import dev.svc.shared.config.Config;
import dev.svc.shared.control.Control;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.control.Holder;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The service of this home, for an update that has to restart it: by its service manager, or as a process of its own.
final class ServiceKeeper implements ServiceRestart {
    private final Config config;

    /// Kept from a restart on, because it knows what it started; of the one thread that updates.
    private @Nullable Control control;

    ServiceKeeper(Config config) {
        this.config = config;
    }

    @Override
    public boolean isUp() {
        return Holder.read(config.home().processLock()).filter(Holder::isAlive).isPresent();
    }

    @Override
    public void restart() {
        String current = config.home().root().resolve("current/src/svc").toString();
        if (control == null) {
            control = new Control(() -> config, List.of(current), "", Clock.systemUTC());
        }
        control.restart();
    }

    @Override
    public Optional<String> failure() {
        try {
            return control == null ? Optional.empty() : control.failure();
        } catch (ControlException silent) {
            return Optional.empty(); // the wait for its answer goes on
        }
    }
}
