package dev.svc.server.metadata.event;

import dev.svc.server.session.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What people set on one session.
///
/// @param title null when nobody renamed it
/// @param archived null when nobody archived or unarchived it: the program's own flag holds
/// @param snooze null when nobody snoozed it; one whose time has come stays until something else is said
/// @param handedFrom the session that this one goes on with; null when it began by itself
/// @param handedTo the newest session that goes on with this one; null when none does
/// @param continuing when it is to go on by itself; null when nobody wants that
public record Marks(
        @Nullable String title,
        boolean sticky,
        @Nullable Boolean archived,
        @Nullable ProjectId project,
        @Nullable Snooze snooze,
        @Nullable SessionId handedFrom,
        @Nullable SessionId handedTo,
        @Nullable Continuing continuing)
        implements SessionState {
    public static final Marks NONE = new Marks(null, false, null, null, null);

    /// Of a session that was never handed over, and does not go on by itself.
    public Marks(
            @Nullable String title,
            boolean sticky,
            @Nullable Boolean archived,
            @Nullable ProjectId project,
            @Nullable Snooze snooze) {
        this(title, sticky, archived, project, snooze, null, null, null);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /// Whether the session counts as archived, given what its program says.
    public boolean archived(boolean ofTheProgram) {
        return archived == null ? ofTheProgram : archived;
    }

    public Marks titled(@Nullable String now) {
        return new Marks(now, sticky, archived, project, snooze, handedFrom, handedTo, continuing);
    }

    public Marks sticky(boolean now) {
        return new Marks(title, now, archived, project, snooze, handedFrom, handedTo, continuing);
    }

    public Marks archiving(@Nullable Boolean now) {
        return new Marks(title, sticky, now, project, snooze, handedFrom, handedTo, continuing);
    }

    public Marks in(@Nullable ProjectId now) {
        return new Marks(title, sticky, archived, now, snooze, handedFrom, handedTo, continuing);
    }

    public Marks snoozing(@Nullable Snooze now) {
        return new Marks(title, sticky, archived, project, now, handedFrom, handedTo, continuing);
    }

    public Marks handedFrom(@Nullable SessionId now) {
        return new Marks(title, sticky, archived, project, snooze, now, handedTo, continuing);
    }

    public Marks handedTo(@Nullable SessionId now) {
        return new Marks(title, sticky, archived, project, snooze, handedFrom, now, continuing);
    }

    public Marks continuing(@Nullable Continuing now) {
        return new Marks(title, sticky, archived, project, snooze, handedFrom, handedTo, now);
    }

    /// These marks as they count at a moment: without a snooze that is over.
    public Marks at(Instant moment) {
        return snooze == null || !snooze.isOver(moment) ? this : snoozing(null);
    }

    /// These marks, completed by those of a placeholder for the same session.
    public Marks joined(Marks other) {
        return new Marks(
                title == null ? other.title : title,
                sticky || other.sticky,
                archived == null ? other.archived : archived,
                project == null ? other.project : project,
                snooze == null ? other.snooze : snooze,
                handedFrom == null ? other.handedFrom : handedFrom,
                handedTo == null ? other.handedTo : handedTo,
                continuing == null ? other.continuing : continuing);
    }
}
