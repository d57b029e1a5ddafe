package dev.svc.server.fleet.forward;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Keeps what the broker has of this host the same as this host's list, on a thread of its own that alone
/// waits for the broker.
///
/// With every connection the broker tells first what it has; then all rows are compared with that, and only
/// differences are sent. So nothing has to be remembered across restarts, and a broker that lost everything
/// gets everything.
public final class Forwarder implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Forwarder.class.getName());

    /// How often this host says that it is there.
    public static final Duration BEAT = Duration.ofSeconds(5);

    /// Changes within this time are sent together.
    private static final Duration PACE = Duration.ofMillis(60);

    /// So long this host may be missing in what the broker delivers before the connection is given up.
    private static final Duration DEAF = Duration.ofSeconds(20);

    private static final int IN_FLIGHT = 256;
    private static final long PATIENCE_SECONDS = 15;
    private static final Duration LEAVING = Duration.ofSeconds(1);

    /// A tombstone is kept as long as a host may be away that has not seen it.
    private static final Duration TOMBSTONE = Duration.ofDays(7);

    private final ForwardedRows rows;
    private final Presence self;
    private final Supplier<String> door;
    private final InstantSource clock;
    private final Duration beat;
    private final PendingRows pending = new PendingRows();
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable Line line;

    private volatile boolean closed;

    /// One connection, and what the broker has of this host.
    private static final class Line {
        final BrokerLink link;
        final Seal seal;
        final String host;
        final Semaphore inFlight = new Semaphore(IN_FLIGHT);

        /// What is under each key.
        @OwnedBy("the forwarder's lock until it has caught up, then its thread")
        final Map<String, Stored> stored = new HashMap<>();

        /// Whether there is something under this host's keys that cannot be read: of another epoch.
        @OwnedBy("the forwarder's lock until it has caught up, then its thread")
        boolean isForeign;

        volatile boolean caughtUp;
        volatile boolean failed;
        volatile boolean synced;
        volatile long heardNanos = System.nanoTime();

        @OwnedBy("the thread")
        long beatNanos = System.nanoTime() - BEAT.toNanos() * 100;

        Line(BrokerLink link, Seal seal, String host) {
            this.link = link;
            this.seal = seal;
            this.host = host;
        }

        String key(SessionId session) {
            return "row." + host + '.' + seal.hidden(session.toString());
        }
    }

    private record Stored(SessionId session, long digest, boolean gone, Instant at) {}

    /// @param self what this host says of itself, apart from what changes
    /// @param door what calls to it have to name just now
    /// @param beat how often it says that
    public Forwarder(ForwardedRows rows, Presence self, Supplier<String> door, Duration beat, InstantSource clock) {
        this.rows = rows;
        this.self = self;
        this.door = door;
        this.beat = beat;
        this.clock = clock;
        this.thread = Thread.ofPlatform().daemon().name("fleet-forward").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// A row may say something else. Returns at once.
    public void changed(SessionId session) {
        pending.add(session);
    }

    /// Any row may say something else. Returns at once.
    public void relisted() {
        pending.addAll();
    }

    /// A connection is there, on which nothing is sent before [#caughtUp].
    ///
    /// @param host the id of this host
    public void connected(BrokerLink link, Seal seal, String host) {
        lock.lock();
        try {
            line = new Line(link, seal, host);
        } finally {
            lock.unlock();
        }
    }

    /// The broker has this row of this host, or this tombstone.
    public void isStored(String key, RowMessage.Told told, byte[] payload, Instant at) {
        lock.lock();
        try {
            var now = line;
            if (now != null && !now.caughtUp) {
                now.stored.put(key, new Stored(told.session(), digest(payload), told.row() == null, at));
            }
        } finally {
            lock.unlock();
        }
    }

    /// The broker has something of this host that nobody can read any more.
    public void isUnreadable() {
        lock.lock();
        try {
            var now = line;
            if (now != null && !now.caughtUp) {
                now.isForeign = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /// The broker has told all that it has.
    public void caughtUp() {
        lock.lock();
        try {
            var now = line;
            if (now != null) {
                now.caughtUp = true;
                now.heardNanos = System.nanoTime();
            }
        } finally {
            lock.unlock();
        }
        pending.addAll();
        pending.wake();
    }

    /// The broker delivered what this host said of itself.
    public void isHeard() {
        lock.lock();
        try {
            var now = line;
            if (now != null) {
                now.heardNanos = System.nanoTime();
            }
        } finally {
            lock.unlock();
        }
    }

    public void lost() {
        lock.lock();
        try {
            line = null;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the broker has all rows of this host.
    public boolean isSynced() {
        var now = line();
        return now != null && now.synced;
    }

    private @Nullable Line line() {
        lock.lock();
        try {
            return line;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (!closed) {
                var now = line();
                if (now == null || !now.caughtUp || now.failed) {
                    var _ = pending.awaitWake(beat);
                    continue;
                }
                pending.await(beat.dividedBy(4));
                forward(now);
                if (line() != now) {
                    pending.addAll(); // what was taken may have been meant for the connection that came meanwhile
                }
                TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(Line now) throws InterruptedException {
        try {
            beat(now);
            var work = pending.take();
            if (work.all()) {
                compare(now);
            } else {
                sendAll(now, work.sessions());
            }
            listen(now);
        } catch (IOException | TimeoutException | RuntimeException lost) {
            LOG.log(Level.FINE, "forwarding", lost);
            now.failed = true; // the next connection compares everything
            now.link.drop();
        }
    }

    /// What the broker delivers to this host goes through all that it delivers to others: if that stands
    /// still, it is not there.
    private void listen(Line now) {
        if (System.nanoTime() - now.heardNanos > DEAF.toNanos()) {
            now.failed = true;
            now.link.drop();
        }
    }

    private void beat(Line now) throws InterruptedException, TimeoutException {
        if (System.nanoTime() - now.beatNanos >= beat.toNanos()) {
            now.beatNanos = System.nanoTime();
            var _ = put(now, MessageKind.PRESENCE, presenceKey(now), presence(false, now.synced));
        }
    }

    private static String presenceKey(Line now) {
        return "here." + now.host;
    }

    private byte[] presence(boolean leaving, boolean synced) {
        return self.now(leaving, synced, door.get()).written();
    }

    private void compare(Line now) throws IOException, InterruptedException, TimeoutException {
        if (now.isForeign) {
            now.link.remove("row." + now.host);
            now.stored.clear();
            now.isForeign = false;
        }
        var sessions = rows.all();
        sendAll(now, sessions);
        var left = new HashMap<>(now.stored);
        sessions.forEach(session -> left.remove(now.key(session)));
        bury(now, left);
        awaitTaken(now);
        if (!now.synced) {
            now.synced = true;
            var _ = put(now, MessageKind.PRESENCE, presenceKey(now), presence(false, true));
        }
    }

    /// @param left what is under keys of sessions that this host has no more
    private void bury(Line now, Map<String, Stored> left) throws IOException, InterruptedException, TimeoutException {
        var gone = new ArrayList<SessionId>();
        var old = clock.instant().minus(TOMBSTONE);
        for (var entry : left.entrySet()) {
            var stored = entry.getValue();
            if (!stored.gone()) {
                gone.add(stored.session());
            } else if (stored.at().isBefore(old)) {
                now.link.remove(entry.getKey());
                now.stored.remove(entry.getKey());
            }
        }
        sendAll(now, gone);
    }

    /// Sends rows, or that they are gone, but for those that the broker has just so.
    private void sendAll(Line now, Collection<SessionId> sessions) throws InterruptedException, TimeoutException {
        var news = new LinkedHashMap<String, byte[]>();
        for (var session : sessions) {
            beat(now);
            note(now, session, news);
            if (news.size() == Seal.TOGETHER) {
                putAll(now, news);
                news.clear();
            }
        }
        if (!news.isEmpty()) {
            putAll(now, news);
        }
    }

    /// Notes what the broker is to be told of a session, if it is anything new.
    ///
    /// @param news by their keys
    private void note(Line now, SessionId session, Map<String, byte[]> news) {
        var key = now.key(session);
        var row = rows.row(session);
        var stored = now.stored.get(key);
        if (row.isEmpty() && (stored == null || stored.gone())) {
            return;
        }
        byte[] payload = row.map(RowMessage::of).orElseGet(() -> RowMessage.gone(session));
        long digest = digest(payload);
        if (stored != null && stored.digest() == digest) {
            return;
        }
        news.put(key, payload);
        // Should it not arrive, the connection is given up, and with it what is stored there.
        now.stored.put(key, new Stored(session, digest, row.isEmpty(), clock.instant()));
    }

    private static void putAll(Line now, SequencedMap<String, byte[]> news)
            throws InterruptedException, TimeoutException {
        for (var message : now.seal.sealAll(MessageKind.ROW, news).entrySet()) {
            var _ = putSealed(now, message.getKey(), message.getValue());
        }
    }

    private static CompletableFuture<Void> put(Line now, MessageKind purpose, String key, byte[] payload)
            throws InterruptedException, TimeoutException {
        return putSealed(now, key, now.seal.seal(purpose, key, payload));
    }

    private static CompletableFuture<Void> putSealed(Line now, String key, byte[] message)
            throws InterruptedException, TimeoutException {
        if (!now.inFlight.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("the broker takes nothing");
        }
        return now.link.put(key, message).whenComplete((_, failed) -> {
            now.inFlight.release();
            if (failed != null) {
                now.failed = true;
            }
        });
    }

    /// Until the broker has all that was put.
    private static void awaitTaken(Line now) throws InterruptedException, TimeoutException {
        if (!now.inFlight.tryAcquire(IN_FLIGHT, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("the broker takes nothing");
        }
        now.inFlight.release(IN_FLIGHT);
        if (now.failed) {
            throw new TimeoutException("the broker did not take all");
        }
    }

    private static long digest(byte[] payload) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(payload))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Says that this host leaves, if the broker is there.
    @Override
    public void close() {
        closed = true;
        pending.wake();
        var now = line();
        if (now == null || now.failed || !now.caughtUp) {
            return;
        }
        try {
            if (thread.join(LEAVING)) {
                var key = presenceKey(now);
                now.link
                        .put(key, now.seal.seal(MessageKind.PRESENCE, key, presence(true, now.synced)))
                        .get(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException gone) {
            LOG.log(Level.FINE, "leaving", gone);
        }
    }
}
