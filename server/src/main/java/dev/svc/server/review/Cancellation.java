package dev.svc.server.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Ends what waits for an endpoint, from another thread. No interrupts: they would close files that are being written.
final class Cancellation {
    @GuardedBy("this")
    private boolean stopped;

    @GuardedBy("this")
    private @Nullable Future<?> waiting;

    synchronized void stop() {
        stopped = true;
        if (waiting != null) {
            waiting.cancel(true);
        }
    }

    /// Something new begins, which nobody has stopped yet.
    synchronized void reset() {
        stopped = false;
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    synchronized void waitsFor(@Nullable Future<?> answer) {
        waiting = answer;
        if (stopped && answer != null) {
            answer.cancel(true);
        }
    }
}
