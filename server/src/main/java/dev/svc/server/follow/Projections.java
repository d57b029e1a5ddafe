package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tells the trouble of a projection from that of a log.
final class Projections {
    private Projections() {}

    static Optional<FollowMark> mark(Projection projection, SessionId session) throws NotTakenException {
        try {
            return projection.mark(session);
        } catch (IOException | RuntimeException trouble) {
            throw new NotTakenException(trouble);
        }
    }

    static void take(Projection projection, SessionId session, int from, List<Turn> turns, FollowMark mark)
            throws NotTakenException {
        try {
            projection.take(session, from, turns, mark);
        } catch (IOException | RuntimeException trouble) {
            throw new NotTakenException(trouble);
        }
    }

    static Set<SessionId> sessions(Projection projection) throws NotTakenException {
        try {
            return projection.sessions();
        } catch (IOException | RuntimeException trouble) {
            throw new NotTakenException(trouble);
        }
    }

    static void flush(Projection projection) throws NotTakenException {
        try {
            projection.flush();
        } catch (IOException | RuntimeException trouble) {
            throw new NotTakenException(trouble);
        }
    }

    static void forget(Projection projection, SessionId session) throws NotTakenException {
        try {
            projection.forget(session);
        } catch (IOException | RuntimeException trouble) {
            throw new NotTakenException(trouble);
        }
    }
}
