package dev.svc.server.fleet.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Logs in memory, which a test may change as whoever runs a broker can.
public final class MemoryLogs {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, List<LoggedMessage>> logs = new HashMap<>();

    @GuardedBy("lock")
    private long place;

    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean isFull;
    private volatile boolean losesAnswers;

    /// Takes no more from now on, or takes more again.
    public void fill(boolean full) {
        isFull = full;
    }

    /// Keeps what is added from now on, and says that it did not.
    public void loseAnswers(boolean lose) {
        losesAnswers = lose;
    }

    /// How many wait for an answer that does not come.
    public int waiting() {
        return waiting.get();
    }

    public List<byte[]> messages(String name) {
        lock.lock();
        try {
            return logs.getOrDefault(name, List.of()).stream()
                    .map(LoggedMessage::message)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    public Set<String> names() {
        lock.lock();
        try {
            return Set.copyOf(logs.keySet());
        } finally {
            lock.unlock();
        }
    }

    /// Has a log hold these messages, whoever said them.
    public void replace(String name, List<byte[]> messages) {
        lock.lock();
        try {
            var made = new ArrayList<LoggedMessage>();
            messages.forEach(it -> made.add(new LoggedMessage(++place, it)));
            logs.put(name, made);
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            logs.clear();
        } finally {
            lock.unlock();
        }
    }

    /// For one connection.
    ///
    /// @param isStuck whether whoever asks waits, as long as the connection is there
    BrokerLog over(BooleanSupplier isThere, BooleanSupplier isStuck, Consumer<byte[]> seen) {
        return new Way(isThere, isStuck, seen);
    }

    private final class Way implements BrokerLog {
        private final BooleanSupplier isThere;
        private final BooleanSupplier isStuck;
        private final Consumer<byte[]> seen;

        Way(BooleanSupplier isThere, BooleanSupplier isStuck, Consumer<byte[]> seen) {
            this.isThere = isThere;
            this.isStuck = isStuck;
            this.seen = seen;
        }

        private void requireThere() throws IOException {
            waiting.incrementAndGet();
            while (isThere.getAsBoolean() && isStuck.getAsBoolean()) {
                Waiting.pause();
            }
            waiting.decrementAndGet();
            if (!isThere.getAsBoolean()) {
                throw new IOException("the connection to the broker was lost");
            }
        }

        private List<LoggedMessage> all(String name) throws IOException {
            requireThere();
            lock.lock();
            try {
                return List.copyOf(logs.getOrDefault(name, List.of()));
            } finally {
                lock.unlock();
            }
        }

        @Override
        public LogEnd end(String name) throws IOException {
            var all = all(name);
            return all.isEmpty() ? LogEnd.NONE : new LogEnd(all.size(), all.getLast());
        }

        @Override
        public long append(String name, long after, String id, byte[] message) throws IOException {
            requireThere();
            seen.accept(message);
            lock.lock();
            try {
                if (isFull) {
                    throw new LogFullException("the broker has no room for more copies of journals");
                }
                var log = logs.getOrDefault(name, new ArrayList<>());
                if ((log.isEmpty() ? 0 : log.getLast().place()) != after) {
                    throw new LogMovedException();
                }
                log.add(new LoggedMessage(++place, message));
                logs.put(name, log);
                if (losesAnswers) {
                    throw new IOException("the connection to the broker was lost");
                }
                return place;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void read(String name, Reading each) throws IOException {
            for (var message : all(name)) {
                each.take(message);
            }
        }

        @Override
        public void remove(String name) throws IOException {
            requireThere();
            lock.lock();
            try {
                logs.remove(name);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Set<String> names() throws IOException {
            requireThere();
            return MemoryLogs.this.names();
        }
    }
}
