package dev.svc.server.metadata.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.session.SessionId;
import org.jspecify.annotations.Nullable;

/// A change that somebody made, with the values before it. Never edited once journaled.
public sealed interface MetadataEvent {

    /// A change to one session's marks.
    sealed interface OfSession extends MetadataEvent {
        SessionId session();
    }

    /// A change to a project.
    sealed interface OfProject extends MetadataEvent {
        ProjectId project();
    }

    /// A change to a saved view.
    sealed interface OfView extends MetadataEvent {
        ViewId view();
    }

    record Renamed(
            SessionId session,
            @Nullable String title,
            @Nullable String before) implements OfSession {}

    record Favourited(SessionId session) implements OfSession {}

    record Unfavourited(SessionId session) implements OfSession {}

    record Archived(SessionId session, @Nullable Boolean before) implements OfSession {}

    record Unarchived(SessionId session, @Nullable Boolean before) implements OfSession {}

    /// No person's choice any more: the program's own flag counts again. Only an undo leads here.
    record ArchiveCleared(SessionId session, boolean before) implements OfSession {}

    record Assigned(
            SessionId session, ProjectId project, @Nullable ProjectId before) implements OfSession {}

    record Unassigned(SessionId session, ProjectId before) implements OfSession {}

    record Snoozed(
            SessionId session, Snooze snooze, @Nullable Snooze before) implements OfSession {}

    /// Somebody took it back, or the session needs somebody. That its time has come is no event.
    record Woken(SessionId session, Snooze before) implements OfSession {}

    /// Another session goes on with what this one was about; null takes that back.
    record HandedTo(
            SessionId session,
            @Nullable SessionId to,
            @Nullable SessionId before) implements OfSession {}

    /// The other end of [HandedTo]; one batch has both.
    record HandedFrom(
            SessionId session,
            @Nullable SessionId from,
            @Nullable SessionId before) implements OfSession {}

    /// The session is to go on at a time. That the time has come is no event; what became of it is one.
    record ContinueSet(
            SessionId session, Continuing plan, @Nullable Continuing before) implements OfSession {}

    /// Somebody took it back.
    record ContinueCancelled(SessionId session, Continuing before) implements OfSession {}

    /// What became of it: it happens once, whatever that is.
    ///
    /// @param plan what was to happen; another one that was set since stays
    /// @param why more about it, as a sentence
    record ContinueEnded(
            SessionId session,
            Continuing plan,
            ContinueResult result,
            @Nullable String why) implements OfSession {}

    /// Marks that came from outside: a sidecar edited by hand, or one older than the journal.
    record Imported(SessionId session, Marks marks, Marks before) implements OfSession {}

    /// The program has created the real id; the placeholder's marks move to it, and the placeholder stays an alias.
    record Adopted(SessionId placeholder, SessionId session, Marks placeholderBefore, Marks before)
            implements OfSession {}

    record ProjectCreated(Project created) implements OfProject {
        @Override
        public ProjectId project() {
            return created.id();
        }
    }

    record ProjectChanged(Project after, Project before) implements OfProject {
        @Override
        public ProjectId project() {
            return after.id();
        }
    }

    record ProjectArchived(ProjectId project) implements OfProject {}

    record ProjectUnarchived(ProjectId project) implements OfProject {}

    record ProjectDeleted(Project before) implements OfProject {
        @Override
        public ProjectId project() {
            return before.id();
        }
    }

    record ProjectImported(Project after, @Nullable Project before) implements OfProject {
        @Override
        public ProjectId project() {
            return after.id();
        }
    }

    record ViewCreated(SavedView created) implements OfView {
        @Override
        public ViewId view() {
            return created.id();
        }
    }

    record ViewChanged(SavedView after, SavedView before) implements OfView {
        @Override
        public ViewId view() {
            return after.id();
        }
    }

    record ViewDeleted(SavedView before) implements OfView {
        @Override
        public ViewId view() {
            return before.id();
        }
    }

    /// A merge patch over the settings; `before` is the patch that takes it back. Secrets never enter it.
    record SettingsChanged(ObjectNode patch, ObjectNode before) implements MetadataEvent {}

    /// A merge patch over the preferences; `before` is the patch that takes it back.
    record PrefsChanged(ObjectNode patch, ObjectNode before) implements MetadataEvent {}

    /// Stands for the records `first` to `last`, which damage took; what the repair kept lies aside under `kept`.
    record JournalRepaired(long first, long last, String kept) implements MetadataEvent {}

    /// Something that concerns who may come in; changes nothing of the organisation.
    record Security(SecurityEvent event) implements MetadataEvent {}
}
