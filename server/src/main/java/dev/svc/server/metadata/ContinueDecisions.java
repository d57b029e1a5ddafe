package dev.svc.server.metadata;

import static dev.svc.server.metadata.Decision.nothing;
import static dev.svc.server.metadata.Decision.one;

import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Whether a session goes on at a time. Pure: an answer depends on the organisation alone.
final class ContinueDecisions {
    private static final Duration FURTHEST = Duration.ofDays(30);
    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_WHY = 300;

    private ContinueDecisions() {}

    /// Takes the place of a time that was set before.
    static Decision set(SessionId session, Instant at, String text, Instant now) {
        var plan = new Continuing(time(at, now), text(text));
        return organisation -> {
            var id = organisation.resolve(session);
            var before = organisation.marks(id).continuing();
            return plan.equals(before) ? nothing() : one(new ContinueSet(id, plan, before));
        };
    }

    private static Instant time(Instant at, Instant now) {
        if (!at.isAfter(now)) {
            throw new InvalidChangeException("the time at which the session is to go on is over: choose a later one");
        }
        if (at.isAfter(now.plus(FURTHEST))) {
            throw new InvalidChangeException("a session can go on in 30 days at most: choose an earlier time");
        }
        return at.truncatedTo(ChronoUnit.MILLIS);
    }

    private static String text(String given) {
        var text = PlainText.of(given).strip();
        if (text.isEmpty()) {
            throw new InvalidChangeException("there is nothing in this text: write what the program is to be told");
        }
        if (text.length() > LONGEST_TEXT) {
            throw new InvalidChangeException(
                    "the text has " + text.length() + " characters, of at most " + LONGEST_TEXT + ": shorten it");
        }
        return text;
    }

    static Decision cancel(SessionId session) {
        return now -> {
            var id = now.resolve(session);
            var before = now.marks(id).continuing();
            return before == null ? nothing() : one(new ContinueCancelled(id, before));
        };
    }

    /// Decided here and not before: somebody may have cancelled it, or set another time, a moment ago.
    ///
    /// @param why more about it, as a sentence
    static Decision end(SessionId session, Continuing plan, ContinueResult result, @Nullable String why) {
        return now -> plan.equals(now.marks(session).continuing())
                ? one(ended(now.resolve(session), plan, result, why))
                : nothing();
    }

    /// After [#end] has said that it is sent, something came between.
    static Decision fail(SessionId session, Continuing plan, ContinueResult result) {
        return now -> one(ended(now.resolve(session), plan, result, null));
    }

    private static ContinueEnded ended(
            SessionId session, Continuing plan, ContinueResult result, @Nullable String why) {
        var line = why == null ? null : PlainText.line(why);
        var cut = line == null || line.length() <= LONGEST_WHY ? line : line.substring(0, LONGEST_WHY - 1) + "…";
        return new ContinueEnded(session, plan, result, cut);
    }
}
