package dev.svc.server.follow;

import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what is new in one session and hands it to the projections, each from where it stands. Owned by the following
/// thread.
final class SessionReading {
    /// What is read at a time, so that memory is bounded and a pause is never far.
    private static final int AT_ONCE = 128;

    /// Indices of sessions that grew lately: with one, a session costs no more than what was appended.
    private static final int KEPT = 32;

    private static final long KEPT_WEIGHT = 4 << 20;

    private final List<Projection> projections;
    private final SessionTaker.Breath breath;
    private final Map<SessionId, TurnIndex> indices = new LinkedHashMap<>(KEPT, 0.75f, true);

    SessionReading(List<Projection> projections, SessionTaker.Breath breath) {
        this.projections = projections;
        this.breath = breath;
    }

    /// Takes a session to its end.
    ///
    /// @throws NotTakenException when a projection cannot go on
    /// @throws IOException when the log cannot be read
    void follow(FollowedSession session, Turns log) throws IOException, InterruptedException {
        var id = session.id();
        var index = index(log, id);
        keep(id, index);
        breath.breathe();
        var starts = new HashMap<Projection, Integer>();
        int from = index.count();
        for (var projection : projections) {
            int start = Projections.mark(projection, id)
                    .map(mark -> start(index, mark))
                    .orElse(0);
            starts.put(projection, start);
            from = Math.min(from, start);
        }
        var detail = new Detail(
                projections.stream().mapToInt(Projection::toolOutput).max().orElse(0));
        int atOnce = log.readsWhole() ? Integer.MAX_VALUE : AT_ONCE;
        do {
            int to = (int) Math.min(index.count(), (long) from + atOnce);
            var turns = log.read(id.nativeId(), index, from, to, detail);
            boolean last = to == index.count() || turns.size() < to - from;
            int end = from + turns.size();
            var mark = new FollowMark(
                    end, index.generation(end), index.extent(), last ? session.stamp() : FollowMark.UNFINISHED);
            for (var projection : projections) {
                int start = Math.max(from, starts.getOrDefault(projection, 0));
                if (start <= end) {
                    Projections.take(projection, id, start, turns.subList(start - from, turns.size()), mark);
                }
            }
            from = end;
            breath.breathe();
            if (last) {
                return;
            }
        } while (true);
    }

    /// A log that changed and has no more than before was rewritten somewhere: what is known of it counts for nothing.
    private TurnIndex index(Turns log, SessionId id) throws IOException {
        var former = Optional.ofNullable(indices.remove(id));
        var index = log.index(id.nativeId(), former);
        boolean grew = former.isEmpty() || former.get().extent() != index.extent();
        return grew || log.readsWhole() ? index : log.index(id.nativeId(), Optional.empty());
    }

    /// The first turn that a projection does not have as it is now.
    private static int start(TurnIndex index, FollowMark mark) {
        boolean goesOn = mark.turns() <= index.count() && index.generation(mark.turns()) == mark.generation();
        return goesOn ? Math.min(mark.turns(), index.firstSince(mark.extent())) : 0;
    }

    void forget(SessionId session) {
        indices.remove(session);
    }

    private void keep(SessionId session, TurnIndex index) {
        indices.put(session, index);
        long weight = indices.values().stream().mapToLong(TurnIndex::weight).sum();
        var eldest = indices.entrySet().iterator();
        while (indices.size() > 1 && (indices.size() > KEPT || weight > KEPT_WEIGHT)) {
            weight -= eldest.next().getValue().weight();
            eldest.remove();
        }
    }
}
