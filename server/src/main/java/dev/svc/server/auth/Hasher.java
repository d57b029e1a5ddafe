package dev.svc.server.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.vital.Vital;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Computes one password hash at a time, so that guessers cost one processor at most.
///
/// A short queue, smallest debt first: callers without wrong guesses go first. A platform thread, because a hash would
/// pin a carrier of the virtual ones for its whole time. `lock` guards the queue.
public final class Hasher implements AutoCloseable {
    static final int QUEUE = 8;

    private record Work(Duration debt, long number, Supplier<Boolean> hash, CompletableFuture<Boolean> answer) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final TreeSet<Work> queue =
            new TreeSet<>(Comparator.comparing(Work::debt).thenComparingLong(Work::number));

    private final AtomicLong computed = new AtomicLong();

    @GuardedBy("lock")
    private long asked;

    @GuardedBy("lock")
    private boolean closed;

    public Hasher() {
        Vital.platform("svc-hasher").start(this::work);
    }

    /// Waits for its turn and for the answer.
    ///
    /// @throws TooManyAttemptsException when the queue is full of callers with no larger debt
    public boolean compute(Duration debt, Supplier<Boolean> hash) {
        try {
            return enqueue(debt, hash).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    /// How many hashes were computed so far.
    public long computed() {
        return computed.get();
    }

    /// How many callers wait for their turn.
    int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            queue.forEach(work -> work.answer.completeExceptionally(tooMany()));
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private CompletableFuture<Boolean> enqueue(Duration debt, Supplier<Boolean> hash) {
        lock.lock();
        try {
            var work = new Work(debt, asked++, hash, new CompletableFuture<>());
            queue.add(work);
            if (closed || queue.size() > QUEUE) {
                var last = queue.removeLast();
                last.answer.completeExceptionally(tooMany());
            }
            changed.signal();
            return work.answer;
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        while (true) {
            Work work;
            lock.lock();
            try {
                while (queue.isEmpty() && !closed) {
                    changed.awaitUninterruptibly();
                }
                if (closed) {
                    return;
                }
                work = queue.removeFirst();
            } finally {
                lock.unlock();
            }
            answer(work);
        }
    }

    private void answer(Work work) {
        try {
            boolean result = work.hash.get();
            computed.incrementAndGet();
            work.answer.complete(result);
        } catch (RuntimeException | Error failure) {
            work.answer.completeExceptionally(failure);
        }
    }

    private static TooManyAttemptsException tooMany() {
        return new TooManyAttemptsException(Duration.ofSeconds(2));
    }
}
