package dev.svc.server.engine.usage;

import java.io.InterruptedIOException;

/// Takes what is read of a session, in the order in which it lies in the logs.
public interface UsageSink {
    void used(UsageRecord record);

    void limit(LimitNote note);

    /// A record of a call that could not be read, or whose numbers cannot be true.
    void unreadable();

    /// Called between two pieces of work, so that others are not kept waiting.
    ///
    /// @throws InterruptedIOException when the reading is to end
    default void breathe() throws InterruptedIOException {}
}
