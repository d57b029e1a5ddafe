package dev.svc.server.update;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// How long each part of an update may take.
public record Timeouts(Duration fetch, Duration build, Duration trial, Duration health) {
    private static final Duration PAUSE = Duration.ofMillis(100);

    public static final Timeouts USUAL = new Timeouts(
            Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofSeconds(60), Duration.ofSeconds(60));

    /// Polls until there is no objection left; the objection at the deadline is the result.
    static Optional<String> until(Duration atMost, Supplier<Optional<String>> objection) {
        return until(atMost, objection, Optional::empty);
    }

    /// The same, and no longer than there is somebody to wait for.
    ///
    /// @param end how what is waited for ended, if it did; then that is the result
    static Optional<String> until(
            Duration atMost, Supplier<Optional<String>> objection, Supplier<Optional<String>> end) {
        long deadline = System.nanoTime() + atMost.toNanos();
        var left = objection.get();
        while (left.isPresent() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE.toNanos());
            var ended = end.get();
            left = objection.get();
            if (left.isPresent() && ended.isPresent()) {
                return ended;
            }
        }
        return left;
    }
}
