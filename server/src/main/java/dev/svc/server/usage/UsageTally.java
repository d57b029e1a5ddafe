package dev.svc.server.usage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// What all sessions used, in memory: one lock around it, held for a few milliseconds at most.
final class UsageTally {
    private final LocalHours hours;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private UsedSessions sessions;

    UsageTally(LocalHours hours, InstantSource clock) {
        this.hours = hours;
        this.clock = clock;
        this.sessions = none();
    }

    /// A tally of nothing, to be filled.
    UsedSessions none() {
        return new UsedSessions(hours, clock);
    }

    LocalHours hours() {
        return hours;
    }

    /// Does something with it, while nobody else does.
    <T> T with(Function<UsedSessions, T> work) {
        lock.lock();
        try {
            return work.apply(sessions);
        } finally {
            lock.unlock();
        }
    }

    /// Another one in its place, which was filled while nobody saw it.
    void replace(UsedSessions others) {
        lock.lock();
        try {
            sessions = others;
        } finally {
            lock.unlock();
        }
    }
}
