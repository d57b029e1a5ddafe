package dev.svc.shared.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Distinguishes a running process from a zombie, which does nothing any more and holds nothing. One stays until its
/// parent has asked for it: seconds where that is slow, and for good in a container whose first process never asks.
public final class Liveness {
    private static final Duration LOOK = Duration.ofMillis(5);

    private Liveness() {}

    public static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    /// Waits until it does not run any more, and returns whether that came in time.
    ///
    /// @param process none of ours: of a child, the exit code tells
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

    /// Looks at the state letter, which follows the command's closing bracket; only Linux tells.
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException elsewhere) {
            return false;
        }
    }
}
