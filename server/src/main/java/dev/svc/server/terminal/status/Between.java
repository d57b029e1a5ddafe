package dev.svc.server.terminal.status;

import dev.svc.shared.vital.OwnedBy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a thread that looks round after round does between them: it rests until it is woken, and does at once what
/// others ask of it, so that it alone touches what it looks at.
public final class Between {
    private final BlockingQueue<Runnable> wishes = new LinkedBlockingQueue<>();
    private volatile @Nullable Thread owner;
    private volatile boolean resting;

    @OwnedBy("the thread that rests")
    private boolean woken;

    /// Ends the rest, where the thread rests for long; costs others next to nothing.
    public void wake() {
        if (resting) {
            resting = false;
            wishes.add(() -> woken = true);
        }
    }

    /// Rests for so long, or until it is woken, and grants wishes as they come.
    ///
    /// @param isDeep asked once the rest has begun: whether it may be ended by a wake
    public void rest(Duration atMost, BooleanSupplier isDeep) throws InterruptedException {
        owner = Thread.currentThread();
        woken = false;
        long end = System.nanoTime() + atMost.toNanos();
        resting = true;
        resting = isDeep.getAsBoolean();
        long left = end - System.nanoTime();
        while (!woken && left > 0) {
            var wish = wishes.poll(left, TimeUnit.NANOSECONDS);
            if (wish != null) {
                wish.run();
            }
            left = end - System.nanoTime();
        }
        resting = false;
    }

    /// Has the thread do something soon; empty when it did not begin in time, and then it never does.
    public <T> Optional<T> ask(Supplier<Optional<T>> wish, Duration patience) {
        if (Thread.currentThread().equals(owner)) {
            return wish.get();
        }
        var begun = new AtomicBoolean();
        var answer = new CompletableFuture<Optional<T>>();
        wishes.add(() -> {
            if (begun.compareAndSet(false, true)) {
                grant(wish, answer);
            }
        });
        return await(answer, begun, patience);
    }

    private static <T> void grant(Supplier<Optional<T>> wish, CompletableFuture<Optional<T>> answer) {
        try {
            answer.complete(wish.get());
        } catch (RuntimeException failed) {
            answer.completeExceptionally(failed);
        }
    }

    private static <T> Optional<T> await(
            CompletableFuture<Optional<T>> answer, AtomicBoolean begun, Duration patience) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return begun.compareAndSet(false, true) ? Optional.empty() : answer.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return begun.compareAndSet(false, true) ? Optional.empty() : answer.join();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the screen could not be read", failed);
        }
    }
}
