package dev.svc.server.found;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.ListView.EngineFacet;
import dev.svc.server.catalog.ListView.ProjectFacet;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.SearchStatus;
import dev.svc.server.search.index.FoundTurns;
import dev.svc.server.search.query.TurnKind;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The result of a search as clients see it.
///
/// @param hosts what became of the search on other hosts; null where only this one was asked
public record SearchView(
        List<Group> groups,
        int sessions,
        long hits,
        Map<String, Long> kinds,
        Facets facets,
        boolean complete,
        int pending,
        int indexed,
        int of,
        @Nullable String nextCursor,
        long tookMs,
        @Nullable String bounded,
        @Nullable List<OfHost> hosts) {

    public SearchView {
        groups = List.copyOf(groups);
        kinds = Map.copyOf(kinds);
        hosts = hosts == null ? null : List.copyOf(hosts);
    }

    /// What became of a search on another host.
    ///
    /// @param state `answered`, `late`, `offline`, `denied` or `failed`
    /// @param why a sentence; null where there is none
    public record OfHost(
            String host, String state, @Nullable String why) {}

    /// The figures of a result over several hosts.
    public record Sums(int sessions, long hits, Map<String, Long> kinds) {
        public Sums {
            kinds = Map.copyOf(kinds);
        }
    }

    /// The same search over several hosts. How far the index is, and what the result is spread over, is told of this
    /// host alone.
    ///
    /// @param found groups of all of them
    /// @param asked what became of the others
    public SearchView over(List<Group> found, Sums sums, @Nullable String next, long took, List<OfHost> asked) {
        return new SearchView(
                found,
                sums.sessions(),
                sums.hits(),
                sums.kinds(),
                facets,
                complete,
                pending,
                indexed,
                of,
                next,
                took,
                bounded,
                asked);
    }

    public record Group(SessionView session, List<Hit> hits, int more) {
        public Group {
            hits = List.copyOf(hits);
        }
    }

    public record Hit(
            int turn,
            String role,
            @Nullable Instant at,
            @Nullable String tool,
            String snippet,
            List<List<Integer>> ranges,
            float score) {
        static Hit of(FoundTurns.Hit hit) {
            return new Hit(
                    hit.turn(),
                    hit.kind().word(),
                    hit.at(),
                    hit.tool(),
                    hit.snippet().text(),
                    hit.snippet().ranges().stream()
                            .map(it -> List.of(it.from(), it.to()))
                            .toList(),
                    hit.score());
        }
    }

    public record Facets(List<EngineFacet> engines, List<ProjectFacet> projects) {}

    /// The hits of one session.
    public record Hits(List<Hit> hits, long total, @Nullable String bounded) {
        public static Hits of(FoundTurns found) {
            var hits = found.groups().stream()
                    .flatMap(group -> group.hits().stream())
                    .map(Hit::of)
                    .toList();
            return new Hits(hits, found.turns(), found.bounded());
        }
    }

    /// Sessions that are about the same.
    public record Similar(List<Group> groups) {}

    /// How far the index is.
    ///
    /// @param looking whether stores are still being looked at
    public record Progress(SearchStatus status, boolean looking) {
        int pending() {
            return Math.max(0, status.of() - status.indexed());
        }

        boolean complete() {
            return !looking && pending() == 0 && status.phase() == SearchStatus.Phase.READY;
        }
    }

    /// Joins what was found with rows and names.
    public static final class Maker {
        private final Catalog catalog;
        private final Supplier<Organisation> organisation;
        private final SessionView.Beside beside;

        public Maker(Catalog catalog, Supplier<Organisation> organisation, SessionView.Beside beside) {
            this.catalog = catalog;
            this.organisation = organisation;
            this.beside = beside;
        }

        public SearchView result(FoundTurns found, Progress progress, @Nullable String next, long tookMs) {
            var groups = new ArrayList<Group>();
            for (var group : found.groups()) {
                var hits = group.hits().stream().map(Hit::of).toList();
                catalog.find(group.session())
                        .ifPresent(row -> groups.add(new Group(SessionView.of(row, beside), hits, group.more())));
            }
            return new SearchView(
                    groups,
                    found.sessions().size(),
                    found.turns(),
                    kinds(found.byKind()),
                    facets(found.sessions()),
                    progress.complete(),
                    progress.pending(),
                    progress.status().indexed(),
                    progress.status().of(),
                    next,
                    tookMs,
                    found.bounded(),
                    null);
        }

        public Similar similar(List<SessionId> found) {
            return new Similar(found.stream()
                    .flatMap(id -> catalog.find(id).stream())
                    .map(row -> new Group(SessionView.of(row, beside), List.of(), 0))
                    .toList());
        }

        private static Map<String, Long> kinds(Map<TurnKind, Long> counts) {
            var kinds = new TreeMap<String, Long>();
            counts.forEach((kind, count) -> kinds.put(kind.word(), count));
            return kinds;
        }

        private Facets facets(Collection<SessionId> found) {
            var organised = organisation.get();
            var engines = new TreeMap<EngineKey, Integer>();
            var projects = new HashMap<ProjectId, Integer>();
            int unassigned = 0;
            for (var id : found) {
                engines.merge(id.engine(), 1, Integer::sum);
                var project = organised.marks(id).project();
                if (project == null) {
                    unassigned++;
                } else {
                    projects.merge(project, 1, Integer::sum);
                }
            }
            return new Facets(ofEngines(engines), ofProjects(projects, unassigned));
        }

        private List<EngineFacet> ofEngines(Map<EngineKey, Integer> counts) {
            return counts.entrySet().stream()
                    .map(it -> new EngineFacet(it.getKey().key(), engines().label(it.getKey()), it.getValue()))
                    .toList();
        }

        private Engines engines() {
            return catalog.engines();
        }

        /// The fullest first, those of no project last, as in the list.
        private List<ProjectFacet> ofProjects(Map<ProjectId, Integer> counts, int unassigned) {
            var facets = new ArrayList<ProjectFacet>();
            counts.forEach((id, count) -> organisation
                    .get()
                    .project(id)
                    .ifPresent(it -> facets.add(
                            new ProjectFacet(it.id().value(), PlainText.line(it.name()), it.color(), count))));
            facets.sort(Comparator.comparingInt(ProjectFacet::count)
                    .reversed()
                    .thenComparing(it -> String.valueOf(it.name())));
            if (unassigned > 0) {
                facets.add(new ProjectFacet(null, null, null, unassigned));
            }
            return facets;
        }
    }
}
