package dev.svc.shared.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Distinguishes a running process from a zombie, which has exited and holds nothing. A zombie stays until its parent
/// reaps it: seconds where PID 1 is slow, for good in a container whose PID 1 reaps nothing.
public final class Liveness {
    private static final Path OWN = Path.of("/proc/self/stat");
    private static final Duration LOOK = Duration.ofMillis(5);

    private Liveness() {}

    /// Asks in this order, so that one that has ended never counts as running because it was reaped in between.
    public static boolean isRunning(ProcessHandle process) {
        return !isZombie(process.pid()) && process.isAlive();
    }

    /// Waits until it does not run any more, and returns whether that came in time.
    ///
    /// @param process not a child of this JVM: wait for a child with [Process#waitFor]
    public static boolean awaitEnd(ProcessHandle process, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (isRunning(process) && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return !isRunning(process);
    }

    /// When the process began. The Java library is asked only on systems without `/proc`: on Linux it also
    /// reads the memory of the process, and waits while the process is stuck.
    public static Optional<Instant> since(ProcessHandle process) {
        try {
            return Optional.of(ProcessState.of(process.pid()).startedAt());
        } catch (IOException notHere) {
            return Files.exists(OWN) ? Optional.empty() : process.info().startInstant();
        }
    }

    /// Only Linux tells.
    private static boolean isZombie(long pid) {
        try {
            return ProcessState.of(pid).isZombie();
        } catch (IOException elsewhere) {
            return false;
        }
    }
}
