package dev.svc.server.follow;

import dev.svc.shared.vital.OwnedBy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Keeps the following thread within a share of one core, and still while somebody waits. Owned by that thread, but for
/// [#end].
final class Pace implements SessionTaker.Breath {
    /// What is not paid back in one pause is forgiven: after a long piece of work nobody gains from a long pause.
    private static final long LONGEST = Duration.ofMillis(250).toNanos();

    private static final long LOOK = Duration.ofMillis(4).toNanos();
    /// A flood of requests slows following down and does not end it.
    private static final long PATIENCE = Duration.ofSeconds(5).toNanos();

    private final BooleanSupplier somebodyWaits;
    private final double share;
    private final LongSupplier used;
    private final Rest rest;
    private final CountDownLatch ended = new CountDownLatch(1);

    /// How a pause passes.
    @FunctionalInterface
    interface Rest {
        /// Returns after that time, or with true at once when the latch opens.
        boolean until(CountDownLatch ended, long nanos) throws InterruptedException;
    }

    @OwnedBy("the following thread")
    private long spent;

    /// @param share of one core, above 0 and up to 1
    Pace(BooleanSupplier somebodyWaits, double share) {
        this(
                somebodyWaits,
                share,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                (ended, nanos) -> ended.await(nanos, TimeUnit.NANOSECONDS));
    }

    /// @param used how many nanoseconds of processor time the following thread has had
    Pace(BooleanSupplier somebodyWaits, double share, LongSupplier used, Rest rest) {
        this.somebodyWaits = somebodyWaits;
        this.share = share;
        this.used = used;
        this.rest = rest;
    }

    @Override
    public void breathe() throws InterruptedException {
        long now = used.getAsLong();
        long owed = (long) ((now - spent) * (1 / share - 1));
        pause(Math.min(LONGEST, owed));
        for (long waited = 0; waited < PATIENCE && somebodyWaits.getAsBoolean(); waited += LOOK) {
            pause(LOOK);
        }
        spent = used.getAsLong();
    }

    /// @throws InterruptedException when following ends
    void pause(long nanos) throws InterruptedException {
        if (rest.until(ended, Math.max(0, nanos))) {
            throw new InterruptedException();
        }
    }

    boolean isSomebodyWaiting() {
        return somebodyWaits.getAsBoolean();
    }

    void end() {
        ended.countDown();
    }
}
