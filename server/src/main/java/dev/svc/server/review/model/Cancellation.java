package dev.svc.server.review.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Ends what waits for an endpoint, from another thread. No interrupts: they would close files that are being written.
public final class Cancellation {
    @GuardedBy("this")
    private boolean stopped;

    @GuardedBy("this")
    private @Nullable Future<?> waiting;

    public synchronized void stop() {
        stopped = true;
        if (waiting != null) {
            waiting.cancel(true);
        }
    }

    /// Something new begins, which nobody has stopped yet.
    public synchronized void reset() {
        stopped = false;
    }

    public synchronized boolean isStopped() {
        return stopped;
    }

    synchronized void waitsFor(@Nullable Future<?> answer) {
        waiting = answer;
        if (stopped && answer != null) {
            answer.cancel(true);
        }
    }
}
