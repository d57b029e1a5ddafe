package dev.svc.server.engine.change;

/// A call that may have started a sub-agent.
public interface StartedCall {
    /// The tool's name.
    String tool();

    /// The call's own id.
    String call();

    /// The id of the agent that worked on it, where the log says that.
    String agent();
}
