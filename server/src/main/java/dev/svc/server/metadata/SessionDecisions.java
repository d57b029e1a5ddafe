package dev.svc.server.metadata;

import static dev.svc.server.metadata.Decision.nothing;
import static dev.svc.server.metadata.Decision.one;

import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What may be done to a session's marks. Pure: an answer depends on the organisation alone.
final class SessionDecisions {
    /// Five years: a longer snooze would mean for good.
    private static final Duration LONGEST_SNOOZE = Duration.ofDays(5 * 365);

    private SessionDecisions() {}

    static Decision rename(SessionId session, @Nullable String wanted) {
        var title = title(wanted);
        return now -> {
            var id = now.resolve(session);
            var before = now.marks(id).title();
            return Objects.equals(title, before) ? nothing() : one(new Renamed(id, title, before));
        };
    }

    /// Decided here and not before: a person may have named it a moment ago.
    static Decision titleFirst(SessionId session, String wanted) {
        var rename = rename(session, wanted);
        return now -> now.marks(session).title() == null ? rename.on(now) : nothing();
    }

    private static @Nullable String title(@Nullable String wanted) {
        var clean = Text.clean(wanted == null ? "" : wanted);
        if (clean.length() > SessionFacts.MAX_TITLE) {
            throw new InvalidChangeException("a title has at most " + SessionFacts.MAX_TITLE
                    + " characters, this one has " + clean.length() + ": shorten it");
        }
        return clean.isEmpty() ? null : clean;
    }

    static Decision favourite(SessionId session) {
        return now -> {
            var id = now.resolve(session);
            return now.marks(id).sticky() ? nothing() : one(new Favourited(id));
        };
    }

    static Decision unfavourite(SessionId session) {
        return now -> {
            var id = now.resolve(session);
            return now.marks(id).sticky() ? one(new Unfavourited(id)) : nothing();
        };
    }

    static Decision archive(Collection<SessionId> sessions) {
        var asked = List.copyOf(sessions);
        return now -> asked.stream()
                .map(now::resolve)
                .distinct()
                .filter(id -> !Boolean.TRUE.equals(now.marks(id).archived()))
                .map(id -> Draft.of(new Archived(id, now.marks(id).archived())))
                .toList();
    }

    static Decision unarchive(Collection<SessionId> sessions) {
        var asked = List.copyOf(sessions);
        return now -> asked.stream()
                .map(now::resolve)
                .distinct()
                .filter(id -> !Boolean.FALSE.equals(now.marks(id).archived()))
                .map(id -> Draft.of(new Unarchived(id, now.marks(id).archived())))
                .toList();
    }

    static Decision assign(SessionId session, @Nullable ProjectId project) {
        return now -> {
            var id = now.resolve(session);
            var before = now.marks(id).project();
            if (Objects.equals(before, project)) {
                return nothing();
            }
            if (project == null) {
                return one(new Unassigned(id, Objects.requireNonNull(before)));
            }
            if (now.project(project).isEmpty()) {
                throw new InvalidChangeException("there is no project " + project + ": choose one of the list");
            }
            return one(new Assigned(id, project, before));
        };
    }

    /// @param until when it comes back at the latest; null for no such time
    static Decision snooze(SessionId session, @Nullable Instant until, Instant now) {
        var snooze = new Snooze(until == null ? null : time(until, now));
        return organisation -> {
            var id = organisation.resolve(session);
            var before = organisation.marks(id).snooze();
            return snooze.equals(before) ? nothing() : one(new Snoozed(id, snooze, before));
        };
    }

    private static Instant time(Instant until, Instant now) {
        if (!until.isAfter(now)) {
            throw new InvalidChangeException("the time until which a session is snoozed is over: choose a later one");
        }
        if (until.isAfter(now.plus(LONGEST_SNOOZE))) {
            throw new InvalidChangeException(
                    "a session can be snoozed for five years at most: choose an earlier time, or archive it");
        }
        return until.truncatedTo(ChronoUnit.MILLIS);
    }

    static Decision wake(SessionId session) {
        return now -> {
            var id = now.resolve(session);
            var before = now.marks(id).snooze();
            return before == null ? nothing() : one(new Woken(id, before));
        };
    }

    /// Decided here and not before: a person may have snoozed it again a moment ago.
    static Decision wakeFrom(SessionId session, Snooze snooze) {
        var wake = wake(session);
        return now -> snooze.equals(now.marks(session).snooze()) ? wake.on(now) : nothing();
    }

    /// One event for each of the two, as one batch.
    static Decision handOver(SessionId session, SessionId next) {
        return now -> {
            var from = now.resolve(session);
            var to = now.resolve(next);
            if (from.equals(to)) {
                throw new InvalidChangeException("a session cannot be handed over to itself: begin a new one");
            }
            return Stream.of(
                            new HandedTo(from, to, now.marks(from).handedTo()),
                            new HandedFrom(to, from, now.marks(to).handedFrom()))
                    .filter(event -> !now.with(event).marks(event.session()).equals(now.marks(event.session())))
                    .map(Draft::of)
                    .toList();
        };
    }

    static Decision adopt(SessionId placeholder, SessionId real) {
        return now -> {
            if (now.resolve(placeholder).equals(now.resolve(real))) {
                return nothing();
            }
            if (!placeholder.isPlaceholder() || !now.resolve(placeholder).equals(placeholder)) {
                throw new ConflictingChangeException(placeholder + " is no stand-in that waits for its real id");
            }
            var id = now.resolve(real);
            return one(new Adopted(placeholder, id, now.marks(placeholder), now.marks(id)));
        };
    }
}
