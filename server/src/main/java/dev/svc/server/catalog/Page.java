package dev.svc.server.catalog;

import dev.svc.server.metadata.event.Project;
import dev.svc.server.session.EngineKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list, with what the whole list would hold.
///
/// @param nextOffset null on the last page
/// @param total rows after filters, before paging
/// @param folders null unless asked for
/// @param times null unless asked for, or in another order than by time
/// @param looking whose stores have not been looked at yet, so that their sessions may be missing
public record Page(
        List<Row> rows,
        @Nullable Integer nextOffset,
        int total,
        List<InProject> projects,
        List<OfEngine> engines,
        @Nullable List<InFolder> folders,
        @Nullable TimeSpread times,
        List<EngineKey> looking) {

    public Page {
        rows = List.copyOf(rows);
        projects = List.copyOf(projects);
        engines = List.copyOf(engines);
        folders = folders == null ? null : List.copyOf(folders);
        looking = List.copyOf(looking);
    }

    Page whileLookingAt(List<EngineKey> stores) {
        return new Page(rows, nextOffset, total, projects, engines, folders, times, stores);
    }

    public boolean isComplete() {
        return looking.isEmpty();
    }

    /// How many rows are in a project.
    ///
    /// @param project null for those of no project
    public record InProject(@Nullable Project project, int count) {}

    public record OfEngine(EngineKey engine, int count) {}

    /// How many rows are in a folder and below it.
    public record InFolder(String path, int count) {}
}
