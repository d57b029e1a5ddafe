package dev.svc.server.metadata.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// That somebody does not want to see a session for a while.
///
/// @param until when it comes back at the latest; null for no such time
public record Snooze(@Nullable Instant until) {

    /// Nothing is journaled when its time comes, so every reader looks at the clock.
    public boolean isOver(Instant now) {
        return until != null && !until.isAfter(now);
    }
}
