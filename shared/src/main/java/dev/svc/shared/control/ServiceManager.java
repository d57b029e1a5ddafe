package dev.svc.shared.control;

/// What keeps the service running. Calls return within a bounded time; a failure is a [ControlException].
public sealed interface ServiceManager permits SystemdUnit, LaunchAgent, ChildProcess {

    /// What it is, for people.
    String name();

    Report report();

    void start();

    void stop();

    /// A stop and a start, counted as the service manager counts them.
    void restart();

    /// The end of what the service printed.
    String log();
}
