package dev.svc.server.review;

import dev.svc.server.review.Run.Failed;
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
final class Round {
    private static final Logger LOG = Logger.getLogger(Round.class.getName());

    /// This many failures in a row are not the sessions' fault.
    private static final int ENOUGH = 3;

    private final Wish wish;
    private final Surroundings around;
    private final Reviewer reviewer;
    private final Stopper stopper;
    private final InstantSource clock;
    private final Instant startedAt;
    private final List<Failed> failed = new ArrayList<>();
    private int inARow;
    private @Nullable Trouble ending;
    private Duration leaveAlone = Duration.ZERO;
    private final AtomicInteger done = new AtomicInteger();

    Round(Wish wish, Surroundings around, Reviewer reviewer, Stopper stopper, InstantSource clock) {
        this.wish = wish;
        this.around = around;
        this.reviewer = reviewer;
        this.stopper = stopper;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    Wish wish() {
        return wish;
    }

    int done() {
        return done.get();
    }

    Run run() throws InterruptedException {
        for (var session : wish.sessions()) {
            var setup = around.setup(); // read again: somebody may have turned it off
            if (stopper.isStopped() || !setup.enabled() || !setup.isComplete()) {
                ending = Trouble.STOPPED;
            }
            if (ending != null) {
                break;
            }
            review(session, setup);
        }
        return new Run(
                wish.id(),
                wish.byHand(),
                startedAt,
                clock.instant(),
                wish.sessions().size(),
                done.get() - failed.size(),
                failed,
                ending,
                leaveAlone);
    }

    private void review(SessionId session, Setup setup) throws InterruptedException {
        try {
            var subject = around.find(session).filter(it -> !it.leftOut());
            if (subject.isPresent()) {
                reviewer.review(subject.get(), setup, stopper);
                inARow = 0;
                done.incrementAndGet();
            }
        } catch (TroubleException trouble) {
            leaveAlone = trouble.retryAfter();
            failed(session, trouble.trouble());
        } catch (RuntimeException broken) {
            LOG.log(Level.WARNING, broken, () -> "the review of " + session);
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
