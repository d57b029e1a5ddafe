package dev.svc.server.http.connection;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One connection and its deadlines. Its own thread reports what it does; the watch ends it when that takes too long.
/// One compare-and-set settles the race: a connection that moved on in time is not cut.
public final class Connection {
    private static final ScopedValue<Connection> CURRENT = ScopedValue.newInstance();
    private static final int CLOSE_FRAME = 8;
    private static final int OPCODE = 0xf;

    /// What a connection is doing.
    enum Phase {
        /// Its client has begun to send a request, or has only connected.
        HEAD,
        /// A request is being read or answered.
        REQUEST,
        /// Between two requests.
        IDLE,
        /// It has become a socket, which has a watch of its own.
        SOCKET,
        /// The last word was said.
        LEAVING,
        /// The transport was closed from here.
        CUT
    }

    /// @param until `System.nanoTime()` at which it has taken too long; null when it may take as long as it likes
    record State(Phase phase, @Nullable Long until) {}

    private final long number;
    private final Optional<ClientNetwork> source;
    private final Deadlines deadlines;
    private final Runnable closeTransport;
    private final AtomicReference<State> state;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stranger = true;

    /// Bytes as they come from the client; set by the thread of the connection before anything else.
    private volatile Supplier<byte @Nullable []> bytes = () -> null;

    /// The client asked to close, or sent something that no further request can follow. Confined to the connection's
    /// thread.
    private boolean last;

    /// @param source empty where connections are not counted by source
    Connection(long number, Optional<ClientNetwork> source, Deadlines deadlines, Runnable closeTransport) {
        this.number = number;
        this.source = source;
        this.deadlines = deadlines;
        this.closeTransport = closeTransport;
        this.state = new AtomicReference<>(within(Phase.HEAD, deadlines.head()));
    }

    /// The connection that the calling thread serves; empty outside of one.
    public static Optional<Connection> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /// Runs something when the thread of a connection ends. Helidon does not report one that breaks off without a close
    /// frame, but its thread ends then.
    public static void afterThread(Thread connection, Runnable deed) {
        Thread.startVirtualThread(() -> {
            try {
                connection.join();
                deed.run();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// All that a connection does.
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }

    void serve(Work work) throws InterruptedException {
        try {
            ScopedValue.where(CURRENT, this).<Connection, InterruptedException>call(() -> {
                work.run();
                return this;
            });
        } finally {
            ended.countDown();
        }
    }

    void readsFrom(Supplier<byte @Nullable []> client) {
        bytes = client;
    }

    /// A request of this connection showed a login.
    public void showedLogin() {
        stranger = false;
        if (state.get().phase() == Phase.REQUEST) {
            go(new State(Phase.REQUEST, null));
        }
    }

    /// Bytes have come: between two requests they begin the next.
    void heard() {
        if (state.get().phase() == Phase.IDLE) {
            go(within(Phase.HEAD, deadlines.head()));
        }
    }

    void requested() {
        go(stranger ? within(Phase.REQUEST, deadlines.stranger()) : new State(Phase.REQUEST, null));
    }

    void answered() {
        go(within(Phase.IDLE, stranger ? deadlines.idleStranger() : deadlines.idle()));
    }

    /// No other request may follow the one that is being answered.
    void endAfterAnswer() {
        last = true;
    }

    boolean isLast() {
        return last;
    }

    /// From here on frames come and go, and those who serve them look after it.
    public void becameSocket() {
        go(new State(Phase.SOCKET, null));
    }

    /// The close frame was sent: the client may answer it for a moment, then the transport is closed.
    public void leaveSoon() {
        go(within(Phase.LEAVING, deadlines.leaving()));
    }

    /// The same on the connection's own thread, which discards what still comes until the client closes its side.
    public void leave() {
        leaveSoon();
        try {
            byte[] came = bytes.get();
            while (came != null && (came[0] & OPCODE) != CLOSE_FRAME) {
                came = bytes.get();
            }
        } catch (RuntimeException gone) {
            // this is the expected end
        } finally {
            cut();
        }
    }

    /// Runs `gone` once the client has hung up, while the request of the calling thread waits for its answer. That is
    /// the last one of the connection: what else the client sends is discarded.
    public void watchHangUp(Runnable gone) {
        endAfterAnswer();
        Thread.ofVirtual().name("hang-up").start(() -> {
            try {
                byte[] came = bytes.get();
                while (came != null) {
                    came = bytes.get();
                }
            } catch (RuntimeException cut) {
                // this is an end as well
            } finally {
                gone.run();
            }
        });
    }

    private void go(State next) {
        state.updateAndGet(now -> now.phase() == Phase.CUT || now.phase() == Phase.LEAVING ? now : next);
    }

    /// Closes the transport; whatever its thread reads or writes fails.
    public void cut() {
        state.set(new State(Phase.CUT, null));
        closeTransport.run();
    }

    /// Ends a connection that has taken too long.
    boolean cutIfLate(long now) {
        State seen = state.get();
        Long until = seen.until();
        return until != null && now - until > 0 && cutFrom(seen);
    }

    /// Ends a stranger's idle connection to make room.
    boolean cutIfWaiting() {
        State seen = state.get();
        return stranger && isWaiting(seen) && cutFrom(seen);
    }

    private boolean cutFrom(State seen) {
        boolean ours = state.compareAndSet(seen, new State(Phase.CUT, null));
        if (ours) {
            closeTransport.run();
        }
        return ours;
    }

    private static boolean isWaiting(State seen) {
        return seen.phase() == Phase.HEAD || seen.phase() == Phase.IDLE || seen.phase() == Phase.LEAVING;
    }

    /// Whether its thread was gone in time.
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isStranger() {
        return stranger;
    }

    Optional<ClientNetwork> source() {
        return source;
    }

    /// Grows with each connection.
    long number() {
        return number;
    }

    Phase phase() {
        return state.get().phase();
    }

    private static State within(Phase phase, Duration time) {
        return new State(phase, System.nanoTime() + time.toNanos());
    }
}
