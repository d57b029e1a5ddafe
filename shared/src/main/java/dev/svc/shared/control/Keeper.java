package dev.svc.shared.control;

/// What keeps the service running. Every call is back within a bounded time; a failure is a [ControlException].
public sealed interface Keeper permits SystemdUnit, LaunchAgent, ChildProcess {

    /// What it is, for people.
    String name();

    Report report();

    void start();

    void stop();

    /// A stop and a start that keep the service manager's own count.
    void restart();

    /// The end of what the service printed.
    String log();
}
