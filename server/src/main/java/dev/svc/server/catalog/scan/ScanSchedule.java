package dev.svc.server.catalog.scan;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/// The schedule of an indexer: a change is shown at once and a large store stays cheap. Owned by the indexer's thread,
/// except for the volatile cost.
final class ScanSchedule {
    /// Changes within this window after a publication are coalesced.
    private static final Duration TOGETHER = Duration.ofMillis(20);

    /// After how long what may say more under the same stamps is read again.
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /// How often a long reading shows what it has so far.
    private static final Duration SHOW = Duration.ofMillis(300);

    /// How often the cache is written while it keeps changing.
    private static final Duration SAVE = Duration.ofMinutes(1);

    /// A walk pauses this many times its own length, so that it costs at most a two-hundredth of a core.
    private static final int WALK_PAUSE = 200;

    /// Publishing pauses this many times its own length.
    private static final int PUBLISH_PAUSE = 4;

    /// So does writing down.
    private static final int SAVE_PAUSE = 200;

    /// How much sooner a walk comes when not every folder is watched.
    private static final int UNWATCHED = 6;

    private final Duration longestBlindness;
    private long published = System.nanoTime();
    private long publishCost;
    private long walked;
    private volatile long walkCost;
    private boolean watchesAll;
    private long saved = System.nanoTime();
    private long saveCost;
    private long unsettledSince = System.nanoTime();

    /// @param longestBlindness the pause between two walks of a store that is watched well and small
    ScanSchedule(Duration longestBlindness) {
        this.longestBlindness = longestBlindness;
    }

    /// The CPU time of this thread so far, so that a busy machine does not make cheap work look expensive.
    static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /// Notes that something was published.
    ///
    /// @param from what the thread had cost before
    void publishedSince(long from) {
        published = System.nanoTime();
        publishCost = Math.max(0, cpu() - from);
    }

    void walkedSince(long from) {
        walked = System.nanoTime();
        walkCost = Math.max(0, cpu() - from);
    }

    /// What the last walk cost, in time of a processor.
    public Duration walkCost() {
        return Duration.ofNanos(walkCost);
    }

    /// Whether every folder is watched, so that walks are for safety only.
    void watches(boolean all) {
        watchesAll = all;
    }

    void savedSince(long from) {
        saved = System.nanoTime();
        saveCost = Math.max(0, cpu() - from);
    }

    /// When a change may be shown, by the clock of [System#nanoTime]: one that comes alone at once.
    long showsFrom() {
        return published
                + longer(TOGETHER, Duration.ofNanos(publishCost * PUBLISH_PAUSE))
                        .toNanos();
    }

    /// How long to wait for news at most.
    ///
    /// @param unsettled whether something is to be read again
    Duration untilNext(boolean unsettled) {
        var walk = untilWalk();
        var again = left(AGAIN, unsettledSince);
        return unsettled && walk.compareTo(again) > 0 ? again : walk;
    }

    /// Notes that there is something to be read again, or that it has just been.
    void unsettled() {
        unsettledSince = System.nanoTime();
    }

    boolean isTimeToReadAgain() {
        return left(AGAIN, unsettledSince).isZero();
    }

    Duration untilWalk() {
        var pause = watchesAll ? longestBlindness : longestBlindness.dividedBy(UNWATCHED);
        return left(longer(Duration.ofNanos(walkCost * WALK_PAUSE), pause), walked);
    }

    boolean isTimeToWalk() {
        return untilWalk().isZero();
    }

    boolean isTimeToShow() {
        return left(longer(SHOW, Duration.ofNanos(publishCost * PUBLISH_PAUSE)), published)
                .isZero();
    }

    boolean isTimeToSave() {
        return left(longer(SAVE, Duration.ofNanos(saveCost * SAVE_PAUSE)), saved)
                .isZero();
    }

    private static Duration left(Duration of, long since) {
        var left = of.minusNanos(System.nanoTime() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
