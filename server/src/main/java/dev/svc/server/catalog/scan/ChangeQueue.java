package dev.svc.server.catalog.scan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What has happened in a store since its indexer last looked.
public final class ChangeQueue {
    /// More changed paths than this are cheaper to find by a walk.
    private static final int MANY = 2_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    @GuardedBy("lock")
    private Set<Path> changed = new LinkedHashSet<>();

    @GuardedBy("lock")
    private boolean walk;

    @GuardedBy("lock")
    private List<CompletableFuture<Void>> askers = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    /// What to do next; `walk` when single paths are not enough.
    ///
    /// @param askers are completed when what the walk found is shown
    record Batch(Set<Path> changed, boolean walk, boolean closed, List<CompletableFuture<Void>> askers) {
        boolean isEmpty() {
            return changed.isEmpty() && !walk && !closed;
        }
    }

    void changed(Path path) {
        lock.lock();
        try {
            changed.add(path);
            if (changed.size() > MANY) {
                changed.clear();
                walk = true;
            }
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public void walk() {
        lock.lock();
        try {
            walk = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Asks for a walk, for somebody who waits until what it finds is shown.
    public CompletableFuture<Void> ask() {
        var asker = new CompletableFuture<Void>();
        lock.lock();
        try {
            if (closed) {
                asker.complete(null);
            } else {
                askers.add(asker);
                walk = true;
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
        return asker;
    }

    public void close() {
        lock.lock();
        try {
            closed = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for news until the timeout, then until `from` to coalesce a burst, and takes everything.
    ///
    /// @param from by the clock of [System#nanoTime]; news that come after it are taken at once
    Batch take(Duration atMost, long from) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (isQuiet() && left > 0) {
                left = news.awaitNanos(left);
            }
            if (!isQuiet()) {
                gather(from);
            }
            return taken();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void gather(long from) throws InterruptedException {
        long left = from - System.nanoTime();
        while (left > 0 && !closed) {
            left = news.awaitNanos(left);
        }
    }

    /// Takes everything at once.
    Batch drain() {
        lock.lock();
        try {
            return taken();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Batch taken() {
        var batch = new Batch(changed, walk, closed, askers);
        changed = new LinkedHashSet<>();
        askers = new ArrayList<>();
        walk = false;
        return batch;
    }

    @GuardedBy("lock")
    private boolean isQuiet() {
        return changed.isEmpty() && !walk && !closed;
    }
}
