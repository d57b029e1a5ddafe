package dev.svc.server.review;

import dev.svc.server.session.SessionId;
import java.time.Instant;

/// What the review has to know about a session.
///
/// @param titled whether a person or its program gave it a title
/// @param leftOut whether the person keeps it out of the review
public record Subject(SessionId id, State state, boolean titled, boolean leftOut) {

    /// The reviewed state: a session in another state has moved on since.
    ///
    /// @param waiting whether its program asked something on the screen, which its store may not know
    public record State(Instant updatedAt, long sizeBytes, boolean waiting) {}
}
