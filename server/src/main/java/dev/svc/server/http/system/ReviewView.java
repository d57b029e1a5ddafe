package dev.svc.server.http.system;

import dev.svc.server.http.gate.Parameters;
import dev.svc.server.review.Prompt;
import dev.svc.server.review.ReviewRun;
import dev.svc.server.review.Reviews;
import dev.svc.server.review.Reviews.Current;
import dev.svc.server.review.model.Trouble;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The status of the AI review in an answer.
///
/// @param armed whether automatic reviews are on
/// @param nextRun null when none comes by itself
/// @param errors of the last runs, the newest first
/// @param sends how much of a session leaves this machine at most
/// @param readableOnTheWay whether requests cross a network unencrypted
record ReviewView(
        String state,
        boolean armed,
        @Nullable Current current,
        @Nullable RunView lastRun,
        @Nullable Instant nextRun,
        List<RunView> runs,
        List<ErrorView> errors,
        Sends sends,
        boolean readableOnTheWay) {
    private static final int MOST_ERRORS = 50;

    /// A run that is over; without a failure it came to its end.
    record RunView(
            String id,
            boolean byHand,
            Instant startedAt,
            Instant endedAt,
            int wanted,
            int reviewed,
            int failed,
            @Nullable Failure failure) {
        static RunView of(ReviewRun run) {
            return new RunView(
                    run.id(),
                    run.byHand(),
                    run.startedAt(),
                    run.endedAt(),
                    run.wanted(),
                    run.reviewed(),
                    run.failed().size(),
                    run.failure() == null ? null : Failure.of(run.failure()));
        }
    }

    /// What went wrong, for machines and for people.
    record Failure(String code, String detail) {
        static Failure of(Trouble trouble) {
            return new Failure(trouble.word(), trouble.sentence());
        }
    }

    /// A session whose review came to nothing.
    record ErrorView(Instant at, String sid, String code, String detail) {
        static ErrorView of(ReviewRun.Failed failed) {
            var trouble = failed.trouble();
            return new ErrorView(failed.at(), failed.session().toString(), trouble.word(), trouble.sentence());
        }
    }

    /// Characters.
    record Sends(int transcript, int screen) {}

    static ReviewView of(Reviews reviews) {
        var status = reviews.status();
        var runs = status.runs().stream().map(RunView::of).toList();
        var errors = status.runs().stream()
                .flatMap(run -> run.failed().reversed().stream())
                .limit(MOST_ERRORS)
                .map(ErrorView::of)
                .toList();
        return new ReviewView(
                Parameters.word(status.state()),
                reviews.isArmed(),
                status.current(),
                runs.isEmpty() ? null : runs.getFirst(),
                status.nextRun(),
                runs,
                errors,
                new Sends(Prompt.MOST_TRANSCRIPT, Prompt.MOST_SCREEN),
                status.readableOnTheWay());
    }
}
