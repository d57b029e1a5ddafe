package dev.svc.server.review;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Schedules the loop's next run from the past ones: exponential backoff while the endpoint fails.
final class RunSchedule {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int MOST_DOUBLINGS = 10;

    private RunSchedule() {}

    /// @param runs the last one first
    /// @param lookedAt when the loop last found nothing to do
    static Instant next(List<ReviewRun> runs, Instant lookedAt, Duration interval) {
        var last = ofTheLoop(runs)
                .map(ReviewRun::endedAt)
                .filter(it -> it.isAfter(lookedAt))
                .orElse(lookedAt);
        var due = last.equals(Instant.EPOCH) ? last : last.plus(pause(runs, interval));
        return runs.stream()
                .findFirst()
                .map(run -> run.endedAt().plus(run.leaveAlone()))
                .filter(due::isBefore)
                .orElse(due);
    }

    private static Optional<ReviewRun> ofTheLoop(List<ReviewRun> runs) {
        return runs.stream().filter(run -> !run.byHand()).findFirst();
    }

    private static Duration pause(List<ReviewRun> runs, Duration interval) {
        long failures = runs.stream().takeWhile(ReviewRun::hasFailed).count();
        var pause = interval.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return pause.compareTo(LONGEST) > 0 && interval.compareTo(LONGEST) < 0 ? LONGEST : pause;
    }
}
