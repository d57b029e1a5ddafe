package dev.svc.server.review;

import dev.svc.server.review.model.Trouble;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One go through sessions that is over.
///
/// @param byHand whether a person asked for it
/// @param wanted how many sessions it was to review
/// @param failure what ended it early; null when it came to its end
/// @param leaveAlone how long the endpoint asked to be left alone; zero when it did not
public record ReviewRun(
        String id,
        boolean byHand,
        Instant startedAt,
        Instant endedAt,
        int wanted,
        int reviewed,
        List<Failed> failed,
        @Nullable Trouble failure,
        Duration leaveAlone) {

    public ReviewRun {
        failed = List.copyOf(failed);
    }

    /// Whether the endpoint was the reason why it ended early.
    boolean hasFailed() {
        return failure != null && failure != Trouble.STOPPED;
    }

    /// A session whose review came to nothing.
    public record Failed(SessionId session, Trouble trouble, Instant at) {}
}
