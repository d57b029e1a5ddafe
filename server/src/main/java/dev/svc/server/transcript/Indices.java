package dev.svc.server.transcript;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A cache of the indices of recently read conversations, so that the next reading costs only what was added.
final class Indices {
    private final long most;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, TurnIndex> kept = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("lock")
    private long weight;

    /// @param most bytes of memory that all of them may take together; the newest one is kept whatever it takes
    Indices(long most) {
        this.most = most;
    }

    TurnIndex of(SessionId session, Turns log) throws IOException {
        var index = log.index(session.nativeId(), find(session));
        keep(session, index);
        return index;
    }

    private Optional<TurnIndex> find(SessionId session) {
        lock.lock();
        try {
            return Optional.ofNullable(kept.get(session));
        } finally {
            lock.unlock();
        }
    }

    private void keep(SessionId session, TurnIndex index) {
        lock.lock();
        try {
            var former = kept.put(session, index);
            weight += index.weight() - (former == null ? 0 : former.weight());
            var oldest = kept.entrySet().iterator();
            while (weight > most && kept.size() > 1) {
                weight -= oldest.next().getValue().weight();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    /// What all of them take.
    long weight() {
        lock.lock();
        try {
            return weight;
        } finally {
            lock.unlock();
        }
    }
}
