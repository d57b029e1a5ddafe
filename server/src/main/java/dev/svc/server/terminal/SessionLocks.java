package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// One lock per session, existing while somebody holds or awaits it. No two sessions share one, because a launch may
/// take many seconds.
final class SessionLocks {
    @GuardedBy("this")
    private final Map<SessionId, Held> held = new HashMap<>();

    /// A lock and its reference count.
    private static final class Held {
        final ReentrantLock lock = new ReentrantLock();

        @OwnedBy("SessionLocks, under its lock")
        int users;
    }

    /// Something that may fail to read or write.
    interface Action<T> {
        T run() throws IOException;
    }

    <T> T with(SessionId session, Action<T> action) throws IOException {
        var lock = wanted(session);
        lock.lock();
        try {
            return action.run();
        } finally {
            lock.unlock();
            given(session);
        }
    }

    private synchronized ReentrantLock wanted(SessionId session) {
        var known = held.computeIfAbsent(session, _ -> new Held());
        known.users++;
        return known.lock;
    }

    private synchronized void given(SessionId session) {
        held.computeIfPresent(session, (_, known) -> --known.users == 0 ? null : known);
    }

    /// How many locks there are.
    synchronized int size() {
        return held.size();
    }
}
