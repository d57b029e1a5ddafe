package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the turns of sessions once for all projections.
final class TurnTaker implements SessionTaker {
    private final FollowedStores stores;
    private final List<Projection> projections;
    private final SessionReading reading;

    TurnTaker(FollowedStores stores, List<Projection> projections, Breath breath) {
        this.stores = stores;
        this.projections = List.copyOf(projections);
        this.reading = new SessionReading(this.projections, breath);
    }

    @Override
    public boolean has(FollowedSession session) throws IOException {
        for (var projection : projections) {
            var mark = Projections.mark(projection, session.id());
            if (mark.isEmpty() || mark.get().stamp() != session.stamp()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void take(FollowedSession session) throws IOException, InterruptedException {
        reading.follow(session, stores.turns(session.id().engine()));
    }

    @Override
    public Set<SessionId> sessions() throws IOException {
        var all = new HashSet<SessionId>();
        for (var projection : projections) {
            all.addAll(Projections.sessions(projection));
        }
        return all;
    }

    /// Nothing is written for what no projection has, such as the sessions of sub-agents.
    @Override
    public void gone(SessionId session) throws IOException {
        for (var projection : projections) {
            if (Projections.mark(projection, session).isPresent()) {
                Projections.forget(projection, session);
            }
        }
        reading.forget(session);
    }

    @Override
    public void flush() throws IOException {
        for (var projection : projections) {
            Projections.flush(projection);
        }
    }
}
