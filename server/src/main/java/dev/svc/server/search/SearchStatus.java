package dev.svc.server.search;

import org.jspecify.annotations.Nullable;

/// How far the index has got.
///
/// @param indexed sessions that are in it as they are now
/// @param of all sessions
/// @param reason why it does not go on; null while it does
public record SearchStatus(
        Phase phase, int indexed, int of, @Nullable String reason) {
    public enum Phase {
        OFF,
        /// Stores are still being looked at.
        STARTING,
        BUILDING,
        READY,
        STOPPED
    }
}
