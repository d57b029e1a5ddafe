package dev.svc.server.metadata.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What people set on one session.
///
/// @param title null when nobody renamed it
/// @param archived null when nobody archived or unarchived it: the program's own flag holds
/// @param snooze null when nobody snoozed it; one whose time has come stays until something else is said
public record Marks(
        @Nullable String title,
        boolean sticky,
        @Nullable Boolean archived,
        @Nullable ProjectId project,
        @Nullable Snooze snooze)
        implements SessionState {
    public static final Marks NONE = new Marks(null, false, null, null, null);

    public boolean isNone() {
        return equals(NONE);
    }

    /// Whether the session counts as archived, given what its program says.
    public boolean archived(boolean ofTheProgram) {
        return archived == null ? ofTheProgram : archived;
    }

    public Marks titled(@Nullable String now) {
        return new Marks(now, sticky, archived, project, snooze);
    }

    public Marks sticky(boolean now) {
        return new Marks(title, now, archived, project, snooze);
    }

    public Marks archiving(@Nullable Boolean now) {
        return new Marks(title, sticky, now, project, snooze);
    }

    public Marks in(@Nullable ProjectId now) {
        return new Marks(title, sticky, archived, now, snooze);
    }

    public Marks snoozing(@Nullable Snooze now) {
        return new Marks(title, sticky, archived, project, now);
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
                snooze == null ? other.snooze : snooze);
    }
}
