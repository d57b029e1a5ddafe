package dev.svc.server.update;

import java.util.Optional;

/// What keeps the service running.
public interface ServiceRestart {
    boolean isUp();

    /// Ends what runs, and starts what is the current release then.
    void restart();

    /// How what was restarted ended by itself; empty while it runs or starts.
    Optional<String> failure();
}
