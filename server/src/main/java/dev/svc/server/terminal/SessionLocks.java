package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// One lock per session, from a fixed number of them: two sessions may share one, a session never has two.
final class SessionLocks {
    private static final int STRIPES = 256;

    private final ReentrantLock[] stripes =
            Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(ReentrantLock[]::new);

    /// Something that may fail to read or write.
    interface Action<T> {
        T run() throws IOException;
    }

    <T> T with(SessionId session, Action<T> action) throws IOException {
        var lock = stripes[Math.floorMod(session.hashCode(), STRIPES)];
        lock.lock();
        try {
            return action.run();
        } finally {
            lock.unlock();
        }
    }
}
