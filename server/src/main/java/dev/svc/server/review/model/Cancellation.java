package dev.svc.server.review.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Cancels a wait for an endpoint, from another thread. Uses no interrupts: they would close files being written.
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

    /// Resets it for new work, which nobody has cancelled yet.
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
