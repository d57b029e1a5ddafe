package dev.svc.server.fleet.broker;

import org.jspecify.annotations.Nullable;

/// How far a log has come.
///
/// @param count how many messages it has
/// @param last the newest of them; null for a log without any
public record LogEnd(long count, @Nullable LoggedMessage last) {
    public static final LogEnd NONE = new LogEnd(0, null);

    /// The place of the newest message; 0 for a log without any.
    public long place() {
        return last == null ? 0 : last.place();
    }
}
