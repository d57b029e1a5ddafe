package dev.svc.server.review;

import dev.svc.server.review.ReviewRun.Failed;
import dev.svc.server.review.model.Cancellation;
import dev.svc.server.review.model.Setup;
import dev.svc.server.review.model.Trouble;
import dev.svc.server.review.model.TroubleException;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Goes through the sessions of one request, one at a time, and stops when continuing would be pointless. For one use,
/// by the loop's thread; its progress may be read from any thread.
final class ReviewBatch {
    private static final Logger LOG = Logger.getLogger(ReviewBatch.class.getName());

    /// This many failures in a row are not the sessions' fault.
    private static final int ENOUGH = 3;

    private final ReviewRequest request;
    private final ReviewContext around;
    private final Reviewer reviewer;
    private final Cancellation cancellation;
    private final InstantSource clock;
    private final Instant startedAt;
    private final List<Failed> failed = new ArrayList<>();
    private int inARow;
    private @Nullable Trouble ending;
    private Duration leaveAlone = Duration.ZERO;
    private final AtomicInteger done = new AtomicInteger();

    ReviewBatch(
            ReviewRequest request,
            ReviewContext around,
            Reviewer reviewer,
            Cancellation cancellation,
            InstantSource clock) {
        this.request = request;
        this.around = around;
        this.reviewer = reviewer;
        this.cancellation = cancellation;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    ReviewRequest wish() {
        return request;
    }

    int done() {
        return done.get();
    }

    ReviewRun run() throws InterruptedException {
        for (var session : request.sessions()) {
            var setup = around.setup(); // read anew: somebody may have turned it off
            if (cancellation.isStopped() || !setup.enabled() || !setup.isComplete()) {
                ending = Trouble.STOPPED;
            }
            if (ending != null) {
                break;
            }
            review(session, setup);
        }
        return new ReviewRun(
                request.id(),
                request.byHand(),
                startedAt,
                clock.instant(),
                request.sessions().size(),
                done.get() - failed.size(),
                failed,
                ending,
                leaveAlone);
    }

    private void review(SessionId session, Setup setup) throws InterruptedException {
        try {
            var subject = around.find(session).filter(it -> !it.leftOut());
            if (subject.isPresent()) {
                reviewer.review(subject.get(), setup, cancellation);
                inARow = 0;
                done.incrementAndGet();
            }
        } catch (TroubleException trouble) {
            leaveAlone = trouble.retryAfter();
            failed(session, trouble.trouble());
        } catch (RuntimeException broken) {
            LOG.log(Level.WARNING, broken, () -> "the review of " + session + " failed");
            failed(session, Trouble.INTERNAL);
        }
        around.changed(Optional.of(session));
    }

    private void failed(SessionId session, Trouble trouble) {
        if (trouble == Trouble.STOPPED) {
            ending = trouble;
            return;
        }
        done.incrementAndGet();
        failed.add(new Failed(session, trouble, clock.instant()));
        inARow += trouble == Trouble.NOTHING_TO_SEND ? 0 : 1;
        if (inARow >= ENOUGH || trouble.isOfEveryCall()) {
            ending = trouble;
        }
    }
}
