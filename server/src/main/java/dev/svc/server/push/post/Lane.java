package dev.svc.server.push.post;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.vital.Vital;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Letters that are sent one after the other, on a thread of its own and under no lock. One that has to be sent again
/// lets the others pass.
final class Lane implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Lane.class.getName());
    private static final int MOST_WAITING = 200;
    private static final int TRIES = 4;
    private static final int SLOWER = 4;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final Posting posting;
    private final Duration pause;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();

    @GuardedBy("lock")
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    private final Thread thread;

    /// @param due by the clock of [System#nanoTime]
    private record Waiting(Letter letter, int tries, long due) {}

    /// @param pause before the second try; longer before each further one
    Lane(String name, Posting posting, Duration pause) {
        this.posting = posting;
        this.pause = pause;
        this.thread = Vital.platform(name).start(this::run);
    }

    /// Where too many wait, it is dropped: what is late by so much helps nobody.
    void add(Letter letter) {
        lock.lock();
        try {
            waiting.remove(letter.key());
            if (waiting.size() < MOST_WAITING) {
                waiting.put(letter.key(), new Waiting(letter, 0, System.nanoTime()));
                more.signal();
            } else {
                LOG.warning(() -> "too many notices wait for " + letter.host() + ": one is dropped");
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                send(take());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Waiting take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                long now = System.nanoTime();
                long least = Long.MAX_VALUE;
                for (var it : waiting.values()) {
                    long left = it.due() - now;
                    if (left <= 0) {
                        waiting.remove(it.letter().key());
                        return it;
                    }
                    least = Math.min(least, left);
                }
                var _ = more.awaitNanos(least);
            }
        } finally {
            lock.unlock();
        }
    }

    private void send(Waiting it) throws InterruptedException {
        var letter = it.letter();
        try {
            var posted = posting.send(letter.request().get());
            if (posted.isForLater() && it.tries() + 1 < TRIES) {
                again(it, posted);
                return;
            }
            if (!posted.isAccepted() && !posted.isGone()) {
                LOG.warning(() -> "a notice could not be sent to %s: %s".formatted(letter.host(), posted.words()));
            }
            letter.then().accept(posted);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "a notice could not be sent to " + letter.host());
        }
    }

    /// Unless something newer waits meanwhile.
    private void again(Waiting it, Posted posted) {
        var wait = pause.multipliedBy((long) Math.pow(SLOWER, it.tries()));
        var longer = wait.compareTo(posted.retryAfter()) < 0 ? posted.retryAfter() : wait;
        var bounded = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        lock.lock();
        try {
            var next = new Waiting(it.letter(), it.tries() + 1, System.nanoTime() + bounded.toNanos());
            waiting.putIfAbsent(it.letter().key(), next);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// Waits until nothing is under way any more.
    ///
    /// @param end by the clock of [System#nanoTime]
    void awaitEnd(long end) {
        try {
            thread.join(Duration.ofNanos(end - System.nanoTime()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
