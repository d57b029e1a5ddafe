package dev.svc.server.fleet.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A broker in memory, whose connections can be cut and whose messages can be lost, kept back and looked at.
public final class MemoryHub implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final LinkedHashMap<String, byte[]> stored = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final List<MemoryBroker> brokers = new ArrayList<>();

    @GuardedBy("lock")
    private boolean isUp = true;

    private final List<byte[]> seen = new CopyOnWriteArrayList<>();
    private final List<MadeCall> calls = new CopyOnWriteArrayList<>();
    private volatile boolean isStuck;
    private volatile boolean holdsCalls;
    private volatile boolean swapsAnswers;
    private volatile byte @Nullable [] lastAnswer;
    private final Map<String, List<Listening>> listening = new ConcurrentHashMap<>();
    private final List<Said> said = new CopyOnWriteArrayList<>();
    private volatile boolean losesSaid;
    private final MemoryLogs logs = new MemoryLogs();

    /// One more host's way to it.
    public Broker broker() {
        var broker = new MemoryBroker();
        lock.lock();
        try {
            brokers.add(broker);
        } finally {
            lock.unlock();
        }
        return broker;
    }

    /// Everything that was ever put, asked or answered.
    public List<byte[]> seen() {
        return seen;
    }

    public Map<String, byte[]> stored() {
        lock.lock();
        try {
            return Map.copyOf(stored);
        } finally {
            lock.unlock();
        }
    }

    /// From now on nothing that is put is taken, and nothing is refused either.
    public void stick(boolean stuck) {
        isStuck = stuck;
    }

    public void goDown() {
        lock.lock();
        try {
            isUp = false;
            brokers.forEach(MemoryBroker::cut);
        } finally {
            lock.unlock();
        }
    }

    public void comeBack() {
        lock.lock();
        try {
            isUp = true;
            brokers.forEach(MemoryBroker::connect);
        } finally {
            lock.unlock();
        }
    }

    /// Loses everything, as a broker does whose disk was replaced.
    public void empty() {
        lock.lock();
        try {
            stored.clear();
        } finally {
            lock.unlock();
        }
        logs.clear();
    }

    /// What it keeps beside rows.
    public MemoryLogs logs() {
        return logs;
    }

    /// Puts something there that no host has said.
    public void forge(String key, byte[] message) {
        put(key, message);
    }

    private void put(String key, byte[] message) {
        seen.add(message);
        lock.lock();
        try {
            stored.remove(key);
            stored.put(key, message);
            brokers.forEach(broker -> broker.deliver(key, message, true));
        } finally {
            lock.unlock();
        }
    }

    /// Holds every call back from now on, or delivers what comes again.
    public void holdCalls(boolean hold) {
        holdsCalls = hold;
    }

    /// From the next answer on, each gets the one before it in its place.
    public void swapAnswers(boolean swap) {
        swapsAnswers = swap;
    }

    /// Every call that was made, as it was delivered or held back.
    public List<MadeCall> calls() {
        return calls;
    }

    /// A call on its way.
    public static final class MadeCall {
        public final String host;
        public final String door;
        private final byte[] message;

        MadeCall(String host, String door, byte[] message) {
            this.host = host;
            this.door = door;
            this.message = message;
        }

        public byte[] message() {
            return message.clone();
        }
    }

    private record Listening(MemoryBroker broker, Consumer<byte[]> messages) {}

    /// What was said, as it was delivered or lost.
    public static final class Said {
        public final String name;
        private final byte[] message;

        Said(String name, byte[] message) {
            this.name = name;
            this.message = message;
        }

        public byte[] message() {
            return message.clone();
        }
    }

    /// Loses all that is said from now on, or delivers what comes again.
    public void loseSaid(boolean lose) {
        losesSaid = lose;
    }

    public List<Said> said() {
        return said;
    }

    /// Delivers something that nobody says, or said before.
    public void forgeSaid(String name, byte[] message) {
        for (var one : listening.getOrDefault(name, List.of())) {
            one.broker().tell(() -> one.messages().accept(message.clone()));
        }
    }

    private void say(String name, byte[] message) {
        seen.add(message);
        said.add(new Said(name, message));
        if (!losesSaid) {
            forgeSaid(name, message);
        }
    }

    /// Delivers a call that no host has made, or made before; what is answered comes in the future.
    public CompletableFuture<byte[]> forgeCall(String host, String door, byte[] message) {
        return deliverCall(host, door, message);
    }

    private CompletableFuture<byte[]> deliverCall(String host, String door, byte[] message) {
        seen.add(message);
        var answer = new CompletableFuture<byte[]>();
        lock.lock();
        try {
            for (var other : brokers) {
                other.take(host, new ArrivingCall(door, message.clone(), back -> {
                    seen.add(back);
                    byte[] before = lastAnswer;
                    lastAnswer = back;
                    answer.complete(swapsAnswers && before != null ? before : back);
                }));
            }
        } finally {
            lock.unlock();
        }
        return answer;
    }

    private CompletableFuture<byte[]> call(String host, String door, byte[] message) {
        calls.add(new MadeCall(host, door, message));
        return holdsCalls ? new CompletableFuture<>() : deliverCall(host, door, message);
    }

    @Override
    public void close() {
        List<MemoryBroker> all;
        lock.lock();
        try {
            all = List.copyOf(brokers);
        } finally {
            lock.unlock();
        }
        all.forEach(MemoryBroker::close);
    }

    /// One host's way. What it tells its listener it tells on a thread of its own.
    private final class MemoryBroker implements Broker {
        private static final String NAME = "memory-broker";
        private final ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(NAME).factory());
        private volatile @Nullable BrokerListener listener;
        private volatile @Nullable MemoryLink link;
        private final Map<String, Consumer<ArrivingCall>> served = new ConcurrentHashMap<>();

        private void take(String host, ArrivingCall call) {
            var taking = served.get(host);
            if (taking != null && link != null) {
                tell(() -> taking.accept(call));
            }
        }

        @Override
        public void start(BrokerListener toTell) {
            lock.lock();
            try {
                listener = toTell;
                if (isUp) {
                    connect();
                } else {
                    tell(() -> toTell.lost("the broker does not answer"));
                }
            } finally {
                lock.unlock();
            }
        }

        private void tell(Runnable news) {
            try {
                thread.execute(() -> {
                    try {
                        news.run();
                    } catch (RuntimeException failed) {
                        again(); // as a real one does
                    }
                });
            } catch (RejectedExecutionException closed) {
                link = null; // nobody listens any more
            }
        }

        private void connect() {
            lock.lock();
            try {
                var told = listener;
                if (told == null || thread.isShutdown()) {
                    return;
                }
                var made = new MemoryLink(this);
                link = made;
                tell(() -> told.connected(made));
                stored.forEach((key, message) -> deliver(key, message, false));
                tell(told::caughtUp);
            } finally {
                lock.unlock();
            }
        }

        private void again() {
            lock.lock();
            try {
                cut();
                connect();
            } finally {
                lock.unlock();
            }
        }

        private void cut() {
            var told = listener;
            if (told != null && link != null) {
                link = null;
                served.clear();
                tell(() -> told.lost("the connection to the broker was lost"));
            }
        }

        private void deliver(String key, byte[] message, boolean fresh) {
            var told = listener;
            if (told != null && link != null) {
                tell(() -> told.received(new Delivered(key, message.clone(), fresh)));
            }
        }

        private Optional<byte[]> answer(String name, byte[] request) {
            var told = listener;
            return told == null || link == null ? Optional.empty() : told.asked(name, request);
        }

        /// What it has told until now may still be written to the folder of the test: that is waited for, but by the
        /// thread that tells it.
        @Override
        public void close() {
            link = null;
            thread.shutdown();
            if (!Thread.currentThread().getName().equals(NAME)) {
                Waiting.until(thread::isTerminated);
            }
        }
    }

    private final class MemoryLink implements BrokerLink {
        private final MemoryBroker broker;
        private final Instant since = Instant.now();

        MemoryLink(MemoryBroker broker) {
            this.broker = broker;
        }

        @Override
        public CompletableFuture<Void> put(String key, byte[] message) {
            if (isStuck) {
                return new CompletableFuture<>();
            }
            lock.lock();
            try {
                if (broker.link != this) {
                    return CompletableFuture.failedFuture(new IOException("not connected"));
                }
                MemoryHub.this.put(key, message);
                return CompletableFuture.completedFuture(null);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void remove(String key) {
            lock.lock();
            try {
                stored.keySet().removeIf(it -> it.equals(key) || it.startsWith(key + '.'));
            } finally {
                lock.unlock();
            }
        }

        @Override
        public byte[] ask(String name, byte[] request, Duration atMost) throws IOException {
            seen.add(request);
            List<MemoryBroker> all;
            lock.lock();
            try {
                all = List.copyOf(brokers);
            } finally {
                lock.unlock();
            }
            for (var other : all) {
                var answer = other.answer(name, request);
                if (answer.isPresent()) {
                    seen.add(answer.get());
                    return answer.get();
                }
            }
            throw new IOException("nobody answers");
        }

        @Override
        public void serve(String host, Consumer<ArrivingCall> taking) {
            broker.served.put(host, taking);
        }

        @Override
        public CompletableFuture<byte[]> call(String host, String door, byte[] message) {
            return broker.link == this
                    ? MemoryHub.this.call(host, door, message)
                    : CompletableFuture.failedFuture(new IOException("not connected"));
        }

        @Override
        public AutoCloseable listen(String name, Consumer<byte[]> messages) throws IOException {
            if (broker.link != this) {
                throw new IOException("not connected");
            }
            var one = new Listening(broker, message -> {
                if (broker.link == this) {
                    messages.accept(message);
                }
            });
            listening.computeIfAbsent(name, _ -> new CopyOnWriteArrayList<>()).add(one);
            return () -> listening.getOrDefault(name, new ArrayList<>()).remove(one);
        }

        @Override
        public void say(String name, byte[] message) throws IOException {
            if (broker.link != this) {
                throw new IOException("not connected");
            }
            MemoryHub.this.say(name, message);
        }

        @Override
        public BrokerLog log() {
            return logs.over(() -> broker.link == this, () -> isStuck, seen::add);
        }

        @Override
        public void drop() {
            lock.lock();
            try {
                if (broker.link == this) {
                    broker.cut();
                    broker.connect();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void renew() {
            drop();
        }

        @Override
        public Instant since() {
            return since;
        }

        @Override
        public Duration roundTrip() {
            return Duration.ZERO;
        }
    }
}
