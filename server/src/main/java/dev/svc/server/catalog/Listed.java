package dev.svc.server.catalog;

import dev.svc.server.metadata.Marks;
import dev.svc.server.metadata.Project;
import dev.svc.server.session.SessionFacts;
import org.jspecify.annotations.Nullable;

/// A found session with its marks, made once for each state of the list.
///
/// @param title the title that people gave, folded; null when they gave none
/// @param project null when it is in none
record Listed(
        Found found,
        Marks marks,
        boolean archived,
        byte @Nullable [] title,
        @Nullable InProject project,
        @Nullable String trouble) {

    /// A project with its name folded; one object for all its sessions.
    ///
    /// @param number its place in [Listing#projects]
    record InProject(int number, Project project, byte[] name) {}

    SessionFacts facts() {
        return found.facts();
    }

    /// Whether the word occurs in anything that is shown of the session.
    boolean says(byte[] word) {
        return Folded.contains(found.text(), title == null ? 0 : found.withoutTitle(), word)
                || (title != null && Folded.contains(title, 0, word))
                || (project != null && Folded.contains(project.name(), 0, word));
    }

    Row row(Running.Status status) {
        return new Row(facts(), marks, status, trouble);
    }
}
