package dev.svc.server.texts;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/// How long one answer may spend on better-looking texts. Measures CPU time, so that a busy machine shows the same as
/// an idle one.
public final class Patience {
    /// Plain text only.
    public static final Patience NONE = new Patience(0, () -> 0);

    private final LongSupplier worked;
    private long left; // of the thread that works, handed on from one job to the next
    private long since;
    private volatile boolean over;

    Patience(long nanoseconds, LongSupplier worked) {
        this.left = nanoseconds;
        this.worked = worked;
        this.over = nanoseconds <= 0;
    }

    /// This much CPU time of the working thread.
    public static Patience of(Duration time) {
        return new Patience(time.toNanos(), ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    <T> T spend(Errand.Layout<T> layout) throws IOException {
        since = worked.getAsLong();
        try {
            return layout.make(this);
        } finally {
            left -= worked.getAsLong() - since;
            over |= left <= 0;
        }
    }

    /// Stops further attempts.
    void end() {
        over = true;
    }

    public boolean isOver() {
        return over;
    }

    /// Checks the clock; layout code calls it between one text and the next.
    public boolean isUsedUp() {
        if (!over && worked.getAsLong() - since > left) {
            over = true;
        }
        return over;
    }
}
