package dev.svc.server.texts;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Runs work on texts of strangers. Requests are answered on virtual threads, and only as many of those run at a time
/// as there are cores: a text that keeps one busy would block everybody, and cannot be preempted. So such work runs
/// here, on a few platform threads, while the caller waits without holding anything.
///
/// One owner (a session) has at most one job running, and owners take turns. A job that misses its deadline is
/// abandoned; its thread becomes free when it ends. Jobs that may run over are started only while enough threads remain
/// for the rest.
public final class TextWorkers implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int MOST_RISKY = THREADS / 2;
    private static final int MOST_WAITING = 64;
    private static final int MOST_WAITING_OF_ONE = 16;

    /// Regular expressions that repeat a group recurse for each repetition.
    private static final long STACK = 16L << 20;

    private final Deadlines deadlines;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Map<Object, Lane> lanes = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final List<Thread> threads = new ArrayList<>();

    @GuardedBy("lock")
    private int idle;

    @GuardedBy("lock")
    private int waiting;

    @GuardedBy("lock")
    private int risky; // begun and not ended, overdue or not

    @GuardedBy("lock")
    private int overdue;

    @GuardedBy("lock")
    private boolean closed;

    /// A job: it reads or lays out texts, and touches no shared mutable state.
    @FunctionalInterface
    public interface Job<T> {
        T run() throws IOException;
    }

    /// Time limits.
    ///
    /// @param begin until a thread is free
    /// @param reading until work is done that is linear in its input
    /// @param turn until a thread is free for what hostile texts might draw out
    /// @param layout until such work is done
    /// @param markdown that one answer may spend on Markdown; the rest of it is plain text
    public record Deadlines(Duration begin, Duration reading, Duration turn, Duration layout, Duration markdown) {
        static final Deadlines USUAL = new Deadlines(
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1));
    }

    private static final class Lane {
        private final Deque<Work<?>> waiting = new ArrayDeque<>();

        @OwnedBy("TextWorkers, under its lock")
        private @Nullable Work<?> running;

        @OwnedBy("TextWorkers, under its lock")
        private int overdue;

        boolean isEmpty() {
            return waiting.isEmpty() && running == null && overdue == 0;
        }
    }

    private record Begun(Object owner, Lane lane, Work<?> work) {}

    public TextWorkers() {
        this(Deadlines.USUAL);
    }

    public TextWorkers(Deadlines deadlines) {
        this.deadlines = deadlines;
    }

    /// What one answer asks for.
    ///
    /// @param owner whose texts they are
    public Errand errand(Object owner) {
        return new Errand(this, owner, deadlines.markdown());
    }

    /// Runs a job that is linear in its input, and waits for it.
    ///
    /// @throws BusyException when it was not started or not done in time
    <T> T call(Object owner, Job<T> job) throws IOException {
        return call(owner, new Work<>(job, false), deadlines.begin(), deadlines.reading());
    }

    /// Runs a job that may run over, and waits for it.
    ///
    /// @throws BusyException when it was not started or not done in time
    <T> T callRisky(Object owner, Job<T> job) throws IOException {
        return call(owner, new Work<>(job, true), deadlines.turn(), deadlines.layout());
    }

    private <T> T call(Object owner, Work<T> work, Duration begin, Duration end) throws IOException {
        add(owner, work);
        try {
            if (!work.awaitBegin(begin) && leave(owner, work)) {
                throw busy();
            }
            if (!work.awaitEnd(end) && giveUp(owner, work)) {
                throw busy();
            }
            return work.outcome();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            if (!leave(owner, work)) {
                giveUp(owner, work);
            }
            throw busy();
        }
    }

    /// Whether a risky job may start for this owner: not while another of its jobs still runs.
    boolean mayRunOver(Object owner) {
        lock.lock();
        try {
            var lane = lanes.get(owner);
            return overdue < MOST_RISKY && (lane == null || lane.overdue == 0);
        } finally {
            lock.unlock();
        }
    }

    private static BusyException busy() {
        return new BusyException("Many texts are being read at once: try again in a moment.");
    }

    private void add(Object owner, Work<?> work) {
        lock.lock();
        try {
            var lane = lanes.get(owner);
            if (closed || waiting == MOST_WAITING || (lane != null && lane.waiting.size() == MOST_WAITING_OF_ONE)) {
                throw busy();
            }
            lanes.computeIfAbsent(owner, _ -> new Lane()).waiting.add(work);
            waiting++;
            if (waiting > idle && threads.size() < THREADS) {
                threads.add(Thread.ofPlatform()
                        .daemon()
                        .name("texts-" + threads.size())
                        .stackSize(STACK)
                        .start(this::work));
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Withdraws a job that no thread has started; false when one has.
    private boolean leave(Object owner, Work<?> work) {
        lock.lock();
        try {
            var lane = lanes.get(owner);
            if (lane == null || !lane.waiting.remove(work)) {
                return false;
            }
            waiting--;
            tidy(owner, lane);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Stops waiting for a running job; false when it has just ended.
    private boolean giveUp(Object owner, Work<?> work) {
        lock.lock();
        try {
            var lane = lanes.get(owner);
            if (lane == null || lane.running != work) {
                return false;
            }
            lane.running = null;
            lane.overdue++;
            overdue++;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        for (var begun = next(); begun != null; begun = next()) {
            begun.work().run();
            ended(begun);
        }
    }

    private @Nullable Begun next() {
        lock.lock();
        try {
            idle++;
            var next = begin();
            while (next == null && !closed) {
                changed.awaitUninterruptibly();
                next = begin();
            }
            idle--;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// The first in the rotation of those that have something waiting and nothing running, as long as threads are left
    /// for what does not run over.
    @GuardedBy("lock")
    private @Nullable Begun begin() {
        for (var it : lanes.entrySet()) {
            var lane = it.getValue();
            var first = lane.waiting.peek();
            if (lane.running == null && first != null && (!first.isRisky() || risky < MOST_RISKY)) {
                var owner = it.getKey();
                var work = lane.waiting.remove();
                risky += work.isRisky() ? 1 : 0;
                lane.running = work;
                waiting--;
                lanes.remove(owner);
                lanes.put(owner, lane);
                return new Begun(owner, lane, work);
            }
        }
        return null;
    }

    private void ended(Begun begun) {
        lock.lock();
        try {
            var lane = begun.lane();
            risky -= begun.work().isRisky() ? 1 : 0;
            if (lane.running == begun.work()) {
                lane.running = null;
            } else {
                lane.overdue--;
                overdue--;
            }
            tidy(begun.owner(), lane);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void tidy(Object owner, Lane lane) {
        if (lane.isEmpty()) {
            lanes.remove(owner);
        }
    }

    /// Starts nothing any more and releases those who wait for queued jobs. Running jobs end with the process.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            lanes.values().forEach(lane -> {
                lane.waiting.forEach(Work::refuse);
                lane.waiting.clear();
            });
            waiting = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
