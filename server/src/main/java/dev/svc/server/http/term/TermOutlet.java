package dev.svc.server.http.term;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsSession;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The sending side of one socket: serializes whole frames from any thread, and sends at most one close frame.
final class TermOutlet {
    private static final int MAX_REASON = 123;

    private final WsSession session;
    private final ReentrantLock sending = new ReentrantLock();
    private volatile long busySince; // System.nanoTime() when the frame under way began, 0 between two

    @GuardedBy("sending")
    private boolean closed;

    TermOutlet(WsSession session) {
        this.session = session;
    }

    void bytes(byte[] bytes, int length) {
        send(() -> session.send(BufferData.create(bytes, 0, length), true));
    }

    void control(JsonNode control) {
        send(() -> session.send(control.toString(), true));
    }

    void ping() {
        send(() -> session.ping(BufferData.empty()));
    }

    void pong(BufferData payload) {
        send(() -> session.pong(payload));
    }

    void close(int code, String reason) {
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

    /// The same, unless another frame is stuck: false then.
    boolean tryClose(int code, String reason) {
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
    long stuckNanos() {
        long since = busySince;
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    /// What fits into a close frame, cut between two characters.
    static String shortened(String reason) {
        String fitting = reason;
        while (fitting.getBytes(StandardCharsets.UTF_8).length > MAX_REASON) {
            fitting = fitting.substring(0, fitting.offsetByCodePoints(fitting.length(), -1));
        }
        return fitting;
    }
}
