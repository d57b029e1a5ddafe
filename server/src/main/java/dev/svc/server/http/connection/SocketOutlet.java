package dev.svc.server.http.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsSession;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The sending side of one socket: serializes whole frames from any thread, and sends at most one close frame.
public final class SocketOutlet {
    private static final Logger LOG = Logger.getLogger(SocketOutlet.class.getName());
    private static final int MAX_REASON = 123;

    private final WsSession session;
    private final ReentrantLock sending = new ReentrantLock();
    private volatile long busySince; // System.nanoTime() when the frame under way began, 0 between two

    @GuardedBy("sending")
    private boolean closed;

    public SocketOutlet(WsSession session) {
        this.session = session;
    }

    public void bytes(byte[] bytes, int length) {
        send(() -> session.send(BufferData.create(bytes, 0, length), true));
    }

    public void text(String text) {
        send(() -> session.send(text, true));
    }

    public void ping() {
        send(() -> session.ping(BufferData.empty()));
    }

    public void pong(BufferData payload) {
        send(() -> session.pong(payload));
    }

    public void close(int code, String reason) {
        sending.lock();
        try {
            if (!closed) {
                closed = true;
                busySince = System.nanoTime();
                session.close(code, shortened(reason));
            }
        } finally {
            busySince = 0;
            sending.unlock();
        }
    }

    /// The same, unless another frame is stuck or the page is gone: false then.
    public boolean saidGoodbye(int code, String reason) {
        try {
            if (!sending.tryLock(1, TimeUnit.SECONDS)) {
                return false;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            close(code, reason);
            return true;
        } catch (RuntimeException gone) {
            LOG.log(Level.FINE, gone, () -> "a socket was gone before it could be closed");
            return false;
        } finally {
            sending.unlock();
        }
    }

    private void send(Runnable frame) {
        sending.lock();
        try {
            if (!closed) {
                busySince = System.nanoTime();
                frame.run();
            }
        } finally {
            busySince = 0;
            sending.unlock();
        }
    }

    /// How long the present frame has been stuck.
    public long stuckNanos() {
        long since = busySince;
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    /// What fits into a close frame, cut between two characters.
    public static String shortened(String reason) {
        String fitting = reason;
        while (fitting.getBytes(StandardCharsets.UTF_8).length > MAX_REASON) {
            fitting = fitting.substring(0, fitting.offsetByCodePoints(fitting.length(), -1));
        }
        return fitting;
    }
}
