package dev.svc.server.question;

import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A question that waits for somebody.
///
/// @param digest of all that is shown; an answer names it
/// @param seenAt when somebody was shown it first
/// @param inHand who is answering it at this moment
public record OpenQuestion(
        String id,
        SessionId session,
        AnswerChannel channel,
        Ask ask,
        String digest,
        Instant since,
        @Nullable Instant seenAt,
        @Nullable String inHand,
        boolean outside) {

    OpenQuestion seen(Instant at) {
        return new OpenQuestion(id, session, channel, ask, digest, since, at, inHand, outside);
    }

    OpenQuestion inHand(@Nullable String by) {
        return new OpenQuestion(id, session, channel, ask, digest, since, seenAt, by, outside);
    }

    OpenQuestion of(SessionId real) {
        return new OpenQuestion(id, real, channel, ask, digest, since, seenAt, inHand, outside);
    }
}
