package dev.svc.server.texts;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One job and its result: run by a worker, awaited by the caller.
final class Work<T> {
    private final TextWorkers.Job<T> job;
    private final boolean risky;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Outcome<T> outcome = new Threw<>(new BusyException("The server ends."));

    private sealed interface Outcome<T> {}

    private record Returned<T>(T value) implements Outcome<T> {}

    private record Threw<T>(Throwable failure) implements Outcome<T> {
        /// As an exception that may be thrown where the result is used; other throwables are thrown at once.
        RuntimeException thrown() throws IOException {
            return switch (failure) {
                case IOException unreadable -> throw unreadable;
                case Error broken -> throw broken;
                case RuntimeException failed -> failed;
                default -> new IllegalStateException(failure);
            };
        }
    }

    /// @param risky whether hostile texts might prolong it
    Work(TextWorkers.Job<T> job, boolean risky) {
        this.job = job;
        this.risky = risky;
    }

    boolean isRisky() {
        return risky;
    }

    void run() {
        begun.countDown();
        try {
            outcome = new Returned<>(job.run());
        } catch (Throwable failed) { // the caller gets it, and the worker continues
            outcome = new Threw<>(failed);
        } finally {
            ended.countDown();
        }
    }

    /// It will never be run.
    void refuse() {
        begun.countDown();
        ended.countDown();
    }

    boolean awaitBegin(Duration longest) throws InterruptedException {
        return begun.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean awaitEnd(Duration longest) throws InterruptedException {
        return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// What the job returned or threw, once it has ended.
    T outcome() throws IOException {
        return switch (outcome) {
            case Returned<T> it -> it.value();
            case Threw<T> it -> throw it.thrown();
        };
    }
}
