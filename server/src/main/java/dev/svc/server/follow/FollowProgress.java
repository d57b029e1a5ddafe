package dev.svc.server.follow;

import org.jspecify.annotations.Nullable;

/// How far following has got.
///
/// @param followed sessions that have been taken as they are now
/// @param of all sessions
/// @param trouble why it stands still; null when it does not
public record FollowProgress(
        Phase phase, int followed, int of, @Nullable String trouble) {
    public enum Phase {
        /// Stores are still being looked at.
        STARTING,
        /// Sessions are read that were not, or not as they are now.
        READING,
        /// Everything is read; changes are followed.
        FOLLOWING,
        STOPPED
    }
}
