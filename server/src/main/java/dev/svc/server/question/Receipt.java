package dev.svc.server.question;

import dev.svc.server.session.Ask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of an answer.
///
/// @param shownAt when the question was shown to somebody first; null where nobody said so
/// @param takenAt null until the program was seen to take it
public record Receipt(
        @Nullable Instant shownAt,
        Instant answeredAt,
        @Nullable Instant takenAt,
        Responder by,
        Ask.Choice choice,
        @Nullable String words) {

    Receipt taken(Instant at) {
        return new Receipt(shownAt, answeredAt, at, by, choice, words);
    }
}
