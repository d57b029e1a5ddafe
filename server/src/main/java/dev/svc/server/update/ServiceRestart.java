package dev.svc.server.update;

/// What keeps the service running.
public interface ServiceRestart {
    boolean isUp();

    /// Ends what runs, and starts what is the current release then.
    void restart();
}
