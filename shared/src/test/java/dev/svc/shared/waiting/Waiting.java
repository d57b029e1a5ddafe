package dev.svc.shared.waiting;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How tests wait: for a condition, never for time. The one bound ends a test that hangs; it says nothing about how
/// fast anything is, because a busy machine may take long.
public final class Waiting {
    public static final int SECONDS = 120;
    public static final int MILLISECONDS = SECONDS * 1000;
    public static final Duration PATIENCE = Duration.ofSeconds(SECONDS);

    private static final long PAUSE_NANOS = 5_000_000;

    private Waiting() {}

    /// The condition that a test waits for.
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /// Checks the condition again and again until it holds.
    public static void until(Condition condition) {
        until(() -> "what the test waits for", condition);
    }

    /// Checks the condition again and again until it holds.
    ///
    /// @param what describes the missing condition, with everything that helps to understand the failure
    public static void until(Supplier<String> what, Condition condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("never came: " + what.get());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting for " + what.get());
            }
            pause();
        }
    }

    /// A pause between two checks, to spare the processor.
    public static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stopped);
        } catch (Exception failed) {
            throw new AssertionError("looking failed", failed);
        }
    }

    public static void countedDown(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("%d never counted down".formatted(latch.getCount()));
        }
    }

    /// The result of a future.
    public static <T extends @Nullable Object> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError(failed.getCause());
        } catch (TimeoutException never) {
            throw new AssertionError("no result came", never);
        }
    }

    /// The next of a queue.
    public static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came");
        }
        return next;
    }

    /// The exit code of a process, which is ended when it does not end by itself.
    public static int exitCode(Process process) throws InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "still running: " + process.info().commandLine().orElse("?"));
        }
        return process.exitValue();
    }

    /// Waits for the end of a process that may be no child of ours.
    public static void ended(ProcessHandle process) throws InterruptedException {
        var _ = result(process.onExit());
    }
}
