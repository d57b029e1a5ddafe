package dev.svc.server.follow;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What changed and has not been looked at. A session that changes many times stands here once.
final class Backlog {
    /// So many changed sessions cost more to remember than to look for.
    private static final int MOST = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    @GuardedBy("lock")
    private Set<SessionId> changed = new LinkedHashSet<>();

    @GuardedBy("lock")
    private boolean anything = true;

    @GuardedBy("lock")
    private boolean ended;

    /// What is to be looked at.
    ///
    /// @param everything whether all sessions are
    record Work(boolean everything, Set<SessionId> changed) {
        boolean isEmpty() {
            return !everything && changed.isEmpty();
        }
    }

    /// @param session that changed; empty for any
    void add(Optional<SessionId> session) {
        lock.lock();
        try {
            session.ifPresentOrElse(changed::add, () -> anything = true);
            if (changed.size() > MOST) {
                changed.clear();
                anything = true;
            }
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Takes what there is without waiting.
    Work take() {
        lock.lock();
        try {
            var work = new Work(anything, changed);
            anything = false;
            changed = new LinkedHashSet<>();
            return work;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is something; false when there was nothing for that long, or when it ended.
    boolean await(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (!anything && changed.isEmpty() && !ended && left > 0) {
                left = news.awaitNanos(left);
            }
            return (anything || !changed.isEmpty()) && !ended;
        } finally {
            lock.unlock();
        }
    }

    boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
