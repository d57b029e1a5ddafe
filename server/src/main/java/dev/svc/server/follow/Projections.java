package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Tells the trouble of a projection from that of a log.
final class Projections {
    private Projections() {}

    static Optional<FollowMark> mark(Projection projection, SessionId session) throws ProjectionException {
        try {
            return projection.mark(session);
        } catch (IOException trouble) {
            throw new ProjectionException(trouble);
        }
    }

    static void take(Projection projection, SessionId session, int from, List<Turn> turns, FollowMark mark)
            throws ProjectionException {
        try {
            projection.take(session, from, turns, mark);
        } catch (IOException trouble) {
            throw new ProjectionException(trouble);
        }
    }

    static void forget(Projection projection, SessionId session) throws ProjectionException {
        try {
            projection.forget(session);
        } catch (IOException trouble) {
            throw new ProjectionException(trouble);
        }
    }
}
