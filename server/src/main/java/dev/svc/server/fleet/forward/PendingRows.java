package dev.svc.server.fleet.forward;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What has changed and is not told yet: each session once, however often it changed. It never grows beyond a
/// bound: from there on, all rows are compared instead.
final class PendingRows {
    static final int MOST = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition comes = lock.newCondition();

    @GuardedBy("lock")
    private final LinkedHashSet<SessionId> sessions = new LinkedHashSet<>();

    @GuardedBy("lock")
    private boolean all;

    @GuardedBy("lock")
    private boolean woken;

    /// What there is to tell.
    ///
    /// @param all whether all rows are to be compared
    record Work(boolean all, List<SessionId> sessions) {}

    /// Returns at once, whatever the broker does.
    void add(SessionId session) {
        lock.lock();
        try {
            if (!all) {
                sessions.add(session);
                if (sessions.size() > MOST) {
                    sessions.clear();
                    all = true;
                }
            }
            comes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void addAll() {
        lock.lock();
        try {
            sessions.clear();
            all = true;
            comes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends a waiting, with or without work.
    void wake() {
        lock.lock();
        try {
            woken = true;
            comes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is something, or until the time is over.
    void await(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (!all && sessions.isEmpty() && !woken && left > 0) {
                left = comes.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    /// Waits while there is nobody to tell, whatever changes meanwhile.
    ///
    /// @return whether the waiting was ended by [#wake], and not by the time
    boolean awaitWake(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (!woken && left > 0) {
                left = comes.awaitNanos(left);
            }
            boolean isWoken = woken;
            woken = false;
            return isWoken;
        } finally {
            lock.unlock();
        }
    }

    /// Takes all of it.
    Work take() {
        lock.lock();
        try {
            var work = new Work(all, List.copyOf(sessions));
            all = false;
            sessions.clear();
            return work;
        } finally {
            lock.unlock();
        }
    }
}
