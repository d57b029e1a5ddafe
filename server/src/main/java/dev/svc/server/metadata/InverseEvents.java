package dev.svc.server.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Patch;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The inverse events of an event, decided against the present. Pure.
final class InverseEvents {
    private final Organisation now;
    private final boolean force;

    private InverseEvents(Organisation now, boolean force) {
        this.now = now;
        this.force = force;
    }

    /// Empty when the present already equals the state before the event.
    static List<MetadataEvent> of(MetadataEvent event, Organisation now, boolean force) {
        return new InverseEvents(now, force).of(event);
    }

    private List<MetadataEvent> of(MetadataEvent event) {
        return switch (event) {
            case Renamed e -> marks(e.session(), now.marks(e.session()).titled(e.before()));
            case Favourited e -> marks(e.session(), now.marks(e.session()).sticky(false));
            case Unfavourited e -> marks(e.session(), now.marks(e.session()).sticky(true));
            case Archived e -> marks(e.session(), now.marks(e.session()).archiving(e.before()));
            case Unarchived e -> marks(e.session(), now.marks(e.session()).archiving(e.before()));
            case ArchiveCleared e -> marks(e.session(), now.marks(e.session()).archiving(e.before()));
            case Assigned e -> marks(e.session(), now.marks(e.session()).in(existing(e.before())));
            case Unassigned e -> marks(e.session(), now.marks(e.session()).in(existing(e.before())));
            case Snoozed e -> marks(e.session(), now.marks(e.session()).snoozing(e.before()));
            case Woken e -> marks(e.session(), now.marks(e.session()).snoozing(e.before()));
            case HandedTo e -> marks(e.session(), now.marks(e.session()).handedTo(present(e.before())));
            case HandedFrom e -> marks(e.session(), now.marks(e.session()).handedFrom(present(e.before())));
            case ContinueSet e -> marks(e.session(), now.marks(e.session()).continuing(e.before()));
            case ContinueCancelled e ->
                marks(e.session(), now.marks(e.session()).continuing(e.before()));
            case ContinueEnded _ ->
                throw new InvalidChangeException("what became of it cannot be undone: set another time");
            case Imported e -> imported(e.session(), e.before());
            case Adopted _ -> throw new InvalidChangeException("the program gave the session its id, which stays");
            case ProjectCreated e -> deleted(e.project());
            case ProjectDeleted e -> created(e.before());
            case ProjectChanged e -> changed(e.before());
            case ProjectImported e -> e.before() == null ? deleted(e.project()) : changed(e.before());
            case ProjectArchived e -> archived(e.project(), false);
            case ProjectUnarchived e -> archived(e.project(), true);
            case ViewCreated e -> ViewDecisions.undoCreation(now, e.view());
            case ViewChanged e -> ViewDecisions.undoChange(now, e.before());
            case ViewDeleted e -> ViewDecisions.undoDeletion(now, e.before());
            case SettingsChanged e -> settings(e.before());
            case PrefsChanged e -> prefs(e.before());
            case JournalRepaired _ -> throw new InvalidChangeException("a repair of the journal cannot be undone");
            case Security _ -> throw new InvalidChangeException("what concerns logins cannot be undone");
        };
    }

    private @Nullable SessionId present(@Nullable SessionId session) {
        return session == null ? null : now.resolve(session);
    }

    private List<MetadataEvent> marks(SessionId session, Marks wanted) {
        return Difference.ofMarks(now.resolve(session), now.marks(session), wanted);
    }

    private List<MetadataEvent> imported(SessionId session, Marks wanted) {
        var present = now.marks(session);
        existing(wanted.project());
        var marks = wanted.continuing(present.continuing()); // that is set and cancelled by nothing else
        return present.equals(marks) ? List.of() : List.of(new Imported(now.resolve(session), marks, present));
    }

    private @Nullable ProjectId existing(@Nullable ProjectId project) {
        if (project != null && now.project(project).isEmpty()) {
            throw new ConflictingChangeException("the project it was in is deleted: bring the project back first");
        }
        return project;
    }

    private List<MetadataEvent> deleted(ProjectId id) {
        var events = new ArrayList<MetadataEvent>();
        now.marked().forEach((session, marks) -> {
            if (id.equals(marks.project())) {
                events.add(new Unassigned(session, id));
            }
        });
        if (!events.isEmpty() && !force) {
            throw new ConflictingChangeException("the project has sessions by now: move them first, or force it");
        }
        now.project(id).ifPresent(project -> events.add(new ProjectDeleted(project)));
        return events;
    }

    private List<MetadataEvent> created(Project project) {
        if (now.project(project.id()).isPresent()) {
            return List.of();
        }
        ProjectDecisions.requireFree(now, project.name(), project.id());
        return List.of(new ProjectCreated(project));
    }

    private List<MetadataEvent> changed(Project before) {
        var present = required(before.id());
        var wanted = before.archived(present.archived());
        ProjectDecisions.requireFree(now, wanted.name(), wanted.id());
        return present.equals(wanted) ? List.of() : List.of(new ProjectChanged(wanted, present));
    }

    private List<MetadataEvent> archived(ProjectId id, boolean wanted) {
        if (required(id).archived() == wanted) {
            return List.of();
        }
        return List.of(wanted ? new ProjectArchived(id) : new ProjectUnarchived(id));
    }

    private Project required(ProjectId id) {
        return now.project(id)
                .orElseThrow(() -> new ConflictingChangeException("the project is deleted: bring it back first"));
    }

    private List<MetadataEvent> settings(ObjectNode wanted) {
        var less = Patch.reduced(now.settings(), wanted);
        return less.isEmpty() ? List.of() : List.of(new SettingsChanged(less, Patch.inverse(now.settings(), less)));
    }

    private List<MetadataEvent> prefs(ObjectNode wanted) {
        var less = Patch.reduced(now.prefs(), wanted);
        return less.isEmpty() ? List.of() : List.of(new PrefsChanged(less, Patch.inverse(now.prefs(), less)));
    }
}
