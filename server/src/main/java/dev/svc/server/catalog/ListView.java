package dev.svc.server.catalog;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page as the interface and the command line show it.
///
/// @param complete whether every store that was asked about has been looked at
/// @param looking the programs whose stores have not been
public record ListView(
        List<SessionView> sessions,
        @Nullable Integer nextOffset,
        int total,
        Facets facets,
        boolean complete,
        List<String> looking) {

    public ListView {
        sessions = List.copyOf(sessions);
        looking = List.copyOf(looking);
    }

    /// How the whole filtered set is spread.
    ///
    /// @param folders the fullest folders, null unless asked for
    /// @param times null unless asked for
    /// @param hosts this one and all others of its fleet; null on a host that is in none
    public record Facets(
            List<ProjectFacet> projects,
            List<EngineFacet> engines,
            @Nullable List<FolderFacet> folders,
            @Nullable TimeSpread times,
            @Nullable List<HostFacet> hosts) {}

    /// Rows of one host.
    ///
    /// @param here whether it is this one
    /// @param lastSeen when it was heard last; null while it is online
    /// @param allows what the others may do there, as a word
    public record HostFacet(
            String host,
            boolean here,
            boolean online,
            @Nullable Instant lastSeen,
            String allows,
            int count) {}

    /// Rows in a folder or below it.
    public record FolderFacet(String path, int count) {}

    /// Rows in one project; without id, name and colour those in none.
    public record ProjectFacet(
            @Nullable String id,
            @Nullable String name,
            @Nullable String color,
            int count) {}

    /// Rows of one program.
    public record EngineFacet(String engine, String label, int count) {}

    /// Shows a page with what others know of its rows and the names of its programs.
    public static ListView of(Page page, SessionView.Beside beside, Engines engines) {
        var rows = page.rows().stream().map(row -> SessionView.of(row, beside)).toList();
        return of(rows, page, null, engines);
    }

    /// Shows rows of several hosts.
    ///
    /// @param page everything but its rows
    /// @param hosts null on a host that is in no fleet
    public static ListView of(List<SessionView> rows, Page page, @Nullable List<HostFacet> hosts, Engines engines) {
        var facets = new Facets(
                page.projects().stream().map(ListView::facet).toList(),
                page.engines().stream()
                        .map(it -> new EngineFacet(it.engine().key(), engines.label(it.engine()), it.count()))
                        .toList(),
                folders(page),
                page.times(),
                hosts);
        var looking = page.looking().stream().map(EngineKey::key).toList();
        return new ListView(rows, page.nextOffset(), page.total(), facets, page.isComplete(), looking);
    }

    private static @Nullable List<FolderFacet> folders(Page page) {
        return page.folders() == null
                ? null
                : page.folders().stream()
                        .map(it -> new FolderFacet(it.path(), it.count()))
                        .toList();
    }

    private static ProjectFacet facet(Page.InProject it) {
        var project = it.project();
        return project == null
                ? new ProjectFacet(null, null, null, it.count())
                : new ProjectFacet(project.id().value(), PlainText.line(project.name()), project.color(), it.count());
    }
}
