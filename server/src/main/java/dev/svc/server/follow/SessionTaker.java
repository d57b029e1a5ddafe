package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.Set;

/// What a follower does with each session. Used by the following thread alone.
public interface SessionTaker {

    /// Called between two small pieces of work, so that others are not kept waiting by it.
    @FunctionalInterface
    interface Breath {
        /// Waits while others are at work.
        ///
        /// @throws InterruptedException when following ends
        void breathe() throws InterruptedException;
    }

    /// Whether it has the session as it is now.
    boolean has(FollowedSession session) throws IOException;

    /// Takes what is new in a session.
    ///
    /// @throws NotTakenException when nothing can be taken now; it is tried again later
    /// @throws IOException when the session cannot be read; it is left alone until it changes
    void take(FollowedSession session) throws IOException, InterruptedException;

    /// Every session that it has something of.
    Set<SessionId> sessions() throws IOException;

    /// The session is not in its store any more.
    void gone(SessionId session) throws IOException;

    /// Makes durable what was taken. Called when there is nothing else to do, and now and then while there is.
    void flush() throws IOException;
}
