package dev.svc.server.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.review.Subject.State;
import dev.svc.server.review.model.Cancellation;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One thread that reviews on request, and at intervals what changed. It sleeps until there is work: without an enabled
/// review it does nothing at all.
final class Loop implements Closeable {
    static final int MOST_WAITING = 20;

    private static final Logger LOG = Logger.getLogger(Loop.class.getName());

    private final ReviewContext around;
    private final Reviewer reviewer;
    private final ReviewStore records;
    private final InstantSource clock;
    private final boolean armed;
    private final Cancellation cancellation = new Cancellation();
    private final Thread thread;

    /// Failed sessions that have not changed since; they are not retried automatically. Owned by the thread.
    private final Map<SessionId, State> hopeless = new HashMap<>();

    @GuardedBy("this")
    private final Deque<ReviewRequest> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    private volatile Instant lookedAt = Instant.EPOCH;
    private volatile @Nullable ReviewBatch round;

    /// @param armed whether automatic reviews are on
    Loop(ReviewContext around, Reviewer reviewer, ReviewStore records, InstantSource clock, boolean armed) {
        this.around = around;
        this.reviewer = reviewer;
        this.records = records;
        this.clock = clock;
        this.armed = armed;
        this.thread = Vital.platform("review").unstarted(this::work);
    }

    void start() {
        thread.start();
    }

    /// Reviews these sessions after the present run; empty when too many requests are queued.
    synchronized Optional<String> ask(List<SessionId> sessions) {
        if (waiting.size() >= MOST_WAITING) {
            return Optional.empty();
        }
        var request = new ReviewRequest(UUID.randomUUID().toString(), true, sessions);
        waiting.add(request);
        notifyAll();
        return Optional.of(request.id());
    }

    /// Cancels the present run and clears the queue.
    synchronized void stop() {
        waiting.clear();
        cancellation.stop();
    }

    /// Wakes the loop: a run may be due now.
    synchronized void wake() {
        notifyAll();
    }

    Optional<ReviewBatch> running() {
        return Optional.ofNullable(round);
    }

    /// When the next automatic run starts; empty when none will.
    Optional<Instant> nextRun() {
        var setup = around.setup();
        return armed && setup.enabled() && setup.isComplete()
                ? Optional.of(RunSchedule.next(records.runs(), lookedAt, setup.interval()))
                : Optional.empty();
    }

    private void work() {
        try {
            for (var request = next(); request.isPresent(); request = next()) {
                go(request.get());
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Blocks until there is something to do; empty once closed.
    private Optional<ReviewRequest> next() throws InterruptedException {
        synchronized (this) {
            while (!closed && waiting.isEmpty()) {
                var due = nextRun();
                var left = due.map(at -> Duration.between(clock.instant(), at));
                if (left.isEmpty()) {
                    wait();
                } else if (left.get().isPositive()) {
                    wait(left.get().toMillis() + 1);
                } else {
                    break;
                }
            }
            cancellation.reset();
            if (closed) {
                return Optional.empty();
            }
            if (!waiting.isEmpty()) {
                return Optional.of(waiting.remove());
            }
        }
        return Optional.of(new ReviewRequest(UUID.randomUUID().toString(), false, due()));
    }

    /// What changed since its last review, up to the bound.
    private List<SessionId> due() {
        lookedAt = clock.instant();
        return around.active().stream()
                .filter(subject -> !subject.leftOut() && hasChanged(subject))
                .map(Subject::id)
                .limit(around.setup().mostSessions())
                .toList();
    }

    private boolean hasChanged(Subject subject) {
        return !subject.state().equals(hopeless.get(subject.id()))
                && records.find(subject.id())
                        .filter(review -> review.of().equals(subject.state()))
                        .isEmpty();
    }

    private void go(ReviewRequest request) throws InterruptedException {
        if (request.sessions().isEmpty()) {
            return;
        }
        var going = new ReviewBatch(request, around, reviewer, cancellation, clock);
        round = going;
        around.changed(Optional.empty());
        try {
            var run = going.run();
            run.failed().forEach(this::giveUp);
            records.keep(run);
        } catch (IOException full) {
            LOG.log(Level.WARNING, full, () -> "a run of the review could not be stored");
        } catch (RuntimeException broken) {
            LOG.log(Level.WARNING, broken, () -> "a run of the review failed");
        } finally {
            round = null;
            around.changed(Optional.empty());
        }
    }

    private void giveUp(ReviewRun.Failed failed) {
        if (!failed.trouble().isOfEveryCall()) {
            around.find(failed.session()).ifPresent(subject -> hopeless.put(subject.id(), subject.state()));
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        stop();
        try {
            thread.join();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
