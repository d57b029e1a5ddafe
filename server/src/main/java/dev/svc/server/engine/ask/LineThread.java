package dev.svc.server.engine.ask;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Keeps a line connected on a thread of its own: it reconnects with a growing backoff until it is closed. Whatever
/// goes wrong is a stranger's doing, and ends one connection.
public final class LineThread implements Closeable {
    private static final Logger LOG = Logger.getLogger(LineThread.class.getName());

    private final Connection connection;
    private final Duration first;
    private final Duration longest;
    private final Runnable lost;
    private final Thread thread;

    private volatile boolean isClosed;

    /// One connection, from its beginning to its end.
    @FunctionalInterface
    public interface Connection {

        /// Connects and listens until that is over.
        ///
        /// @param connected to be run once the other side is known to be the program
        void run(Runnable connected) throws IOException, InterruptedException;
    }

    private LineThread(Thread.Builder kind, Connection connection, Duration first, Duration longest, Runnable lost) {
        this.connection = connection;
        this.first = first;
        this.longest = longest;
        this.lost = lost;
        this.thread = kind.unstarted(this::run);
    }

    /// Begins at once.
    ///
    /// @param kind of thread; its name is the line's
    /// @param first the pause behind a connection; it doubles while none succeeds
    /// @param longest no pause is longer
    /// @param lost is run behind each connection that succeeded
    public static LineThread start(
            Thread.Builder kind, Connection connection, Duration first, Duration longest, Runnable lost) {
        var line = new LineThread(kind, connection, first, longest, lost);
        line.thread.start();
        return line;
    }

    private void run() {
        try {
            var pause = first;
            while (!isClosed) {
                if (tried()) {
                    pause = first;
                }
                Thread.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(longest) < 0 ? pause.multipliedBy(2) : longest;
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether it connected.
    private boolean tried() throws InterruptedException {
        var hasConnected = new boolean[1];
        try {
            connection.run(() -> hasConnected[0] = true);
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> thread.getName() + " has no connection");
        }
        if (hasConnected[0]) {
            lost.run();
        }
        return hasConnected[0];
    }

    /// Whether it has ended for good.
    public boolean hasEnded() {
        return !thread.isAlive();
    }

    /// Does not wait for its end.
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
