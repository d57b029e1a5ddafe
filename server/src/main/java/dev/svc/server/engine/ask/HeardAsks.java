package dev.svc.server.engine.ask;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.Ask;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Passes on what a line hears, one call after the other and none after its end, and keeps what an answer needs.
///
/// @param <D> what the program asked, in its own words
public final class HeardAsks<D> {
    /// A program that asks for more at once is not heard.
    private static final int MOST = 200;

    private final LineWay.Listener listener;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, D> open = new LinkedHashMap<>();

    @GuardedBy("lock")
    private boolean isClosed;

    public HeardAsks(LineWay.Listener listener) {
        this.listener = listener;
    }

    public void asks(String key, Ask ask, D dialog) {
        lock.lock();
        try {
            if (!isClosed && (open.size() < MOST || open.containsKey(key))) {
                open.put(key, dialog);
                listener.asks(key, ask);
            }
        } finally {
            lock.unlock();
        }
    }

    /// One that was not heard is passed over.
    public void settled(String key, LineWay.Settled how) {
        lock.lock();
        try {
            if (open.remove(key) != null && !isClosed) {
                listener.settled(key, how);
            }
        } finally {
            lock.unlock();
        }
    }

    public void lost() {
        lock.lock();
        try {
            open.clear();
            if (!isClosed) {
                listener.lost();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Empty when it is open no more.
    public Optional<D> find(String key) {
        lock.lock();
        try {
            return Optional.ofNullable(open.get(key));
        } finally {
            lock.unlock();
        }
    }

    /// Nothing is passed on from then on.
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            open.clear();
        } finally {
            lock.unlock();
        }
    }
}
