package dev.svc.server.review;

import dev.svc.server.review.model.Trouble;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A finished run over sessions.
///
/// @param byHand whether a person asked for it
/// @param wanted how many sessions it was to review
/// @param failure what ended it early; null when it completed
/// @param leaveAlone the endpoint's Retry-After; zero without one
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

    /// Whether the endpoint was the reason for an early end.
    boolean hasFailed() {
        return failure != null && failure != Trouble.STOPPED;
    }

    /// A session whose review came to nothing.
    public record Failed(SessionId session, Trouble trouble, Instant at) {}
}
