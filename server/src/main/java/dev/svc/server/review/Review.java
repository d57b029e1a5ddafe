package dev.svc.server.review;

import dev.svc.server.review.model.Answer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The latest review of a session, and the state of the session it describes.
///
/// @param applied the title that was once given to the session from a review; it is given once
public record Review(
        Answer answer,
        Instant at,
        Subject.State of,
        @Nullable String applied) {}
