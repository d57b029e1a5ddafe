package dev.svc.server.catalog;

import dev.svc.server.catalog.scan.Folded;
import dev.svc.server.catalog.scan.StoredSession;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A found session with its marks, made once per state of the list.
///
/// @param title the title that people gave, folded; null when they gave none
/// @param project null when it is in none
record Listed(
        StoredSession found,
        Marks marks,
        boolean archived,
        @Nullable Folded title,
        @Nullable InProject project,
        @Nullable String trouble) {

    /// A project with its name folded; one object for all its sessions.
    ///
    /// @param number its place in [Listing#projects]
    record InProject(int number, Project project, Folded name) {}

    SessionFacts facts() {
        return found.facts();
    }

    /// Whether the word occurs in anything that is shown of the session.
    boolean says(Folded word) {
        return found.says(word, title == null)
                || (title != null && title.contains(word))
                || (project != null && project.name().contains(word));
    }

    boolean isSnoozed(Instant now) {
        return marks.snooze() != null && !marks.snooze().isOver(now);
    }

    /// @param running null while no program is known to run on it
    Row row(@Nullable Running running, Instant now) {
        var counting = marks.at(now);
        return running == null
                ? new Row(facts(), counting, Status.OFF, null, null, List.of(), trouble)
                : new Row(
                        facts(),
                        counting,
                        running.status(),
                        running.asking(),
                        running.elsewhere(),
                        running.background(),
                        trouble);
    }
}
