package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Patch;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.util.Optional;

/// Fits an event of another history onto the present: what was before is what is before here. Pure.
public final class Merging {
    private Merging() {}

    /// Empty when the event means nothing here: its project is not there, or it speaks of the other journal's own
    /// files.
    public static Optional<MetadataEvent> onto(Organisation now, MetadataEvent event) {
        return switch (event) {
            case Renamed e ->
                Optional.of(new Renamed(
                        e.session(), e.title(), marks(now, e.session()).title()));
            case Archived e ->
                Optional.of(new Archived(e.session(), marks(now, e.session()).archived()));
            case Unarchived e ->
                Optional.of(new Unarchived(e.session(), marks(now, e.session()).archived()));
            case Assigned e ->
                now.project(e.project())
                        .map(_ -> new Assigned(
                                e.session(),
                                e.project(),
                                marks(now, e.session()).project()));
            case Unassigned e ->
                Optional.ofNullable(marks(now, e.session()).project()).map(is -> new Unassigned(e.session(), is));
            case Snoozed e ->
                Optional.of(new Snoozed(
                        e.session(), e.snooze(), marks(now, e.session()).snooze()));
            case Woken e ->
                Optional.ofNullable(marks(now, e.session()).snooze()).map(is -> new Woken(e.session(), is));
            case HandedTo e ->
                Optional.of(new HandedTo(
                        e.session(), e.to(), marks(now, e.session()).handedTo()));
            case HandedFrom e ->
                Optional.of(new HandedFrom(
                        e.session(), e.from(), marks(now, e.session()).handedFrom()));
            case ContinueSet e ->
                Optional.of(new ContinueSet(
                        e.session(), e.plan(), marks(now, e.session()).continuing()));
            case ContinueCancelled e ->
                Optional.ofNullable(marks(now, e.session()).continuing())
                        .map(is -> new ContinueCancelled(e.session(), is));
            case ContinueEnded e -> Optional.of(e);
            case Imported e -> Optional.of(new Imported(e.session(), e.marks(), marks(now, e.session())));
            case Adopted e ->
                now.resolve(e.placeholder()).equals(e.placeholder())
                        ? Optional.of(new Adopted(
                                e.placeholder(), e.session(), marks(now, e.placeholder()), marks(now, e.session())))
                        : Optional.empty();
            case ProjectCreated e -> Optional.of(project(now, e.created()));
            case ProjectChanged e -> Optional.of(project(now, e.after()));
            case ProjectImported e -> Optional.of(project(now, e.after()));
            case ProjectArchived e -> now.project(e.project()).map(_ -> e);
            case ProjectUnarchived e -> now.project(e.project()).map(_ -> e);
            case ProjectDeleted e -> now.project(e.project()).map(ProjectDeleted::new);
            case ViewCreated e -> ViewDecisions.merged(now, e.created());
            case ViewChanged e -> ViewDecisions.merged(now, e.after());
            case ViewDeleted e -> now.view(e.view()).map(ViewDeleted::new);
            case SettingsChanged e ->
                Optional.of(new SettingsChanged(e.patch(), Patch.inverse(now.settings(), e.patch())));
            case PrefsChanged e -> Optional.of(new PrefsChanged(e.patch(), Patch.inverse(now.prefs(), e.patch())));
            case Favourited _, Unfavourited _, ArchiveCleared _, Security _ -> Optional.of(event);
            case JournalRepaired _ -> Optional.empty();
        };
    }

    private static Marks marks(Organisation now, SessionId session) {
        return now.marks(session);
    }

    /// A name that another project has here gets a number.
    private static ProjectImported project(Organisation now, Project project) {
        var name = project.name();
        for (int i = 2; isTaken(now, name, project.id()); i++) {
            name = project.name() + " (" + i + ")";
        }
        var named = new Project(project.id(), name, project.color(), project.folders(), project.archived());
        return new ProjectImported(named, now.project(project.id()).orElse(null));
    }

    private static boolean isTaken(Organisation now, String name, ProjectId id) {
        return now.projects().stream()
                .anyMatch(other -> !other.id().equals(id) && other.name().equalsIgnoreCase(name));
    }
}
