package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is derived from the turns of all sessions. It can be thrown away at any time and is built again.
///
/// Used by the following thread alone. An [IOException] says that it cannot go on now; it is tried again later, from
/// the marks that it then has.
public interface Projection {

    /// How many characters of what a tool answered it wants. It may get more, where another projection wants more or
    /// where that many come anyway.
    default int toolOutput() {
        return 0;
    }

    /// How far it has got with a session; empty when it has nothing of it.
    Optional<FollowMark> mark(SessionId session) throws IOException;

    /// Every session that it has something of.
    Set<SessionId> sessions() throws IOException;

    /// Replaces everything of a session from turn `from` on by these turns.
    ///
    /// @param mark what holds after that, kept together with them
    void take(SessionId session, int from, List<Turn> turns, FollowMark mark) throws IOException;

    /// Drops everything of a session.
    void forget(SessionId session) throws IOException;

    /// Makes durable what was taken. Called when there is nothing else to do, and now and then while there is.
    void flush() throws IOException;
}
