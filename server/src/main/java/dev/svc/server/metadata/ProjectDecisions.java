package dev.svc.server.metadata;

import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What may be done to projects. Pure: an answer depends on the organisation alone.
final class ProjectDecisions {
    private static final Pattern COLOR = Pattern.compile("#[0-9a-f]{6}");

    /// Colours that keep a contrast of 3:1 and more against both a white and a near-black page.
    private static final List<String> PALETTE =
            List.of("#2f7fd6", "#c2571a", "#2e8b57", "#b0479a", "#8a6d1b", "#7a5fd0", "#c8413f", "#26869a");

    private ProjectDecisions() {}

    static Decision create(
            ProjectId id, String name, @Nullable String color, List<String> folders, List<SessionId> members) {
        var checkedName = name(name);
        return now -> {
            requireFree(now, checkedName, id);
            var chosen = color == null ? PALETTE.get(now.projects().size() % PALETTE.size()) : color(color);
            var drafts = new ArrayList<Draft>();
            drafts.add(Draft.of(new ProjectCreated(new Project(id, checkedName, chosen, folders, false))));
            members.stream()
                    .map(now::resolve)
                    .distinct()
                    .filter(session -> now.marks(session).project() == null)
                    .forEach(session -> drafts.add(Draft.of(new Assigned(session, id, null))));
            return drafts;
        };
    }

    static Decision change(ProjectId id, ProjectChange change) {
        return now -> {
            var before = require(now, id);
            var after = changed(before, change);
            requireFree(now, after.name(), id);
            var drafts = new ArrayList<Draft>();
            if (!after.equals(before)) {
                drafts.add(Draft.of(new ProjectChanged(after, before)));
            }
            var archived = change.archived();
            if (archived != null && archived != before.archived()) {
                drafts.add(Draft.of(archived ? new ProjectArchived(id) : new ProjectUnarchived(id)));
            }
            return drafts;
        };
    }

    private static Project changed(Project before, ProjectChange change) {
        return new Project(
                before.id(),
                change.name() == null ? before.name() : name(change.name()),
                change.color() == null ? before.color() : color(change.color()),
                change.folders() == null ? before.folders() : change.folders(),
                before.archived());
    }

    static Decision delete(ProjectId id) {
        return now -> {
            var project = require(now, id);
            var drafts = new ArrayList<Draft>();
            now.marked().forEach((session, marks) -> {
                if (id.equals(marks.project())) {
                    drafts.add(Draft.of(new Unassigned(session, id)));
                }
            });
            drafts.add(Draft.of(new ProjectDeleted(project)));
            return drafts;
        };
    }

    private static Project require(Organisation now, ProjectId id) {
        return now.project(id).orElseThrow(() -> new NotFoundException("there is no project " + id));
    }

    static void requireFree(Organisation now, String name, ProjectId id) {
        for (var project : now.projects()) {
            if (!project.id().equals(id) && project.name().equalsIgnoreCase(name)) {
                throw new ConflictingChangeException("there is a project named " + project.name()
                        + (project.archived() ? " among the archived ones" : "") + " already: choose another name");
            }
        }
    }

    private static String name(String typed) {
        var clean = Text.clean(typed);
        if (clean.isEmpty() || clean.length() > Project.MAX_NAME) {
            throw new InvalidChangeException(
                    "a project's name has 1 to " + Project.MAX_NAME + " characters, this one has " + clean.length());
        }
        return clean;
    }

    private static String color(String typed) {
        var lower = typed.toLowerCase(Locale.ROOT);
        if (!COLOR.matcher(lower).matches()) {
            throw new InvalidChangeException("a colour is written #rrggbb, with hexadecimal digits");
        }
        return lower;
    }
}
