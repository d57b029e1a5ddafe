package dev.svc.server.http.session;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Filter;
import dev.svc.server.catalog.FoundRows;
import dev.svc.server.catalog.ListView;
import dev.svc.server.catalog.ListView.HostFacet;
import dev.svc.server.catalog.Page;
import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.catalog.SessionView.OfHost;
import dev.svc.server.catalog.SessionView.Question;
import dev.svc.server.catalog.TimeSpread;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.engine.Engines;
import dev.svc.server.fleet.Fleet;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteQuestion;
import dev.svc.server.fleet.view.FoundRow;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.fleet.view.RemoteQuery;
import dev.svc.server.fleet.view.RemoteQuery.InProjectNamed;
import dev.svc.server.fleet.view.RemoteQuery.Order;
import dev.svc.server.fleet.view.RemoteQuery.State;
import dev.svc.server.fleet.view.RemoteSelection;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The list of this host and of all others in its fleet.
///
/// Projects are the business of each host. A row of another host is in the project here that has the name of
/// its own one; in none, where no project here has that name.
public final class FleetList {
    /// No host can have this name.
    private static final String NOBODY = "-";

    private final Fleet fleet;
    private final Catalog catalog;
    private final Engines engines;
    private final Supplier<Organisation> organisation;
    private final InstantSource clock;

    public FleetList(
            Fleet fleet, Catalog catalog, Engines engines, Supplier<Organisation> organisation, InstantSource clock) {
        this.fleet = fleet;
        this.catalog = catalog;
        this.engines = engines;
        this.organisation = organisation;
        this.clock = clock;
    }

    /// What only rows of this host can be, or all can.
    ///
    /// @param hosts names; empty for any
    /// @param needsPerson only rows that wait for somebody
    /// @param here whether it asks for something that rows of other hosts never are
    record Beyond(Set<String> hosts, boolean needsPerson, boolean here) {}

    /// A page over all hosts.
    ListView list(Query query, Beyond beyond, SessionView.Beside beside) {
        var found = catalog.found(query);
        var projects = byName(organisation.get());
        var selection = fleet.view().select(remote(query, beyond, projects), clock.instant());
        var self = fleet.self().name();
        boolean isHereAsked = beyond.hosts().isEmpty() || beyond.hosts().contains(self);
        var rows = new UnionRows(isHereAsked ? found.size() : 0, found::row, selection.rows(), query.sort());
        var seen = seen();
        int from = query.slice().offset();
        int to = (int) Math.min(rows.size(), (long) from + query.slice().limit());
        var views = new ArrayList<SessionView>();
        rows.each(
                from,
                to,
                ours -> views.add(SessionView.of(ours, beside)),
                theirs -> views.add(view(theirs, seen, projects)));
        boolean isLast = to >= rows.size() || views.isEmpty();
        var asked = isHereAsked ? found : null;
        var page = new Page(
                List.of(),
                isLast ? null : to,
                rows.size(),
                inProjects(asked, selection, projects),
                ofEngines(asked, selection),
                found.folders(query, isHereAsked, selection.folders()),
                times(query, rows),
                isHereAsked ? found.looking() : List.of());
        return ListView.of(views, page, hosts(self, found.size(), selection, beyond.here()), engines);
    }

    private Map<String, RemoteHost> seen() {
        return fleet.view().hosts().stream()
                .collect(Collectors.toMap(it -> it.member().name(), it -> it));
    }

    private static Map<String, Project> byName(Organisation organisation) {
        var byName = new HashMap<String, Project>();
        organisation.projects().forEach(project -> byName.putIfAbsent(Folding.fold(project.name()), project));
        return byName;
    }

    private RemoteQuery remote(Query query, Beyond beyond, Map<String, Project> projects) {
        var filter = query.filter();
        return new RemoteQuery(
                beyond.here() ? Set.of(NOBODY) : beyond.hosts(),
                filter.engines(),
                new State(
                        archived(filter.put().archived()),
                        snoozed(filter),
                        filter.kind().live(),
                        beyond.needsPerson()),
                project(filter, projects),
                words(filter.words()),
                filter.place().folders(),
                order(query.sort()));
    }

    private static @Nullable Boolean archived(Archived which) {
        return switch (which) {
            case ALL -> null;
            case ONLY -> true;
            case NO -> false;
        };
    }

    private static @Nullable Boolean snoozed(Filter filter) {
        boolean takesSnoozed = filter.takesSnoozed(true);
        boolean takesOthers = filter.takesSnoozed(false);
        if (takesSnoozed && takesOthers) {
            return null;
        }
        return takesSnoozed;
    }

    private static @Nullable InProjectNamed project(Filter filter, Map<String, Project> projects) {
        var asked = filter.place().project();
        if (asked == null) {
            return null;
        }
        return new InProjectNamed(name -> {
            var project = project(name, projects);
            return project == null ? asked.id() == null : project.id().equals(asked.id());
        });
    }

    private static @Nullable Project project(@Nullable String name, Map<String, Project> projects) {
        return name == null ? null : projects.get(Folding.fold(name));
    }

    private static List<String> words(String words) {
        return Arrays.stream(Folding.fold(words).strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Order order(Sort sort) {
        return switch (sort) {
            case UPDATED -> Order.UPDATED;
            case CREATED -> Order.CREATED;
            case TITLE -> Order.TITLE;
            case WAITING -> Order.WAITING;
        };
    }

    private static @Nullable TimeSpread times(Query query, UnionRows rows) {
        var zone = query.facets().zone();
        return zone == null || query.sort() != Sort.UPDATED
                ? null
                : FoundRows.times(rows.size(), rows.favourites(), rows::updatedAt, zone);
    }

    private static List<InProject> inProjects(
            @Nullable FoundRows here, RemoteSelection there, Map<String, Project> projects) {
        var counts = new HashMap<Optional<Project>, Integer>();
        if (here != null) {
            here.projects().forEach(it -> counts.merge(Optional.ofNullable(it.project()), it.count(), Integer::sum));
        }
        there.projects()
                .forEach((name, count) ->
                        counts.merge(Optional.ofNullable(project(name.orElse(null), projects)), count, Integer::sum));
        return counts.entrySet().stream()
                .map(it -> new InProject(it.getKey().orElse(null), it.getValue()))
                .sorted(Comparator.comparing((InProject it) -> it.project() == null)
                        .thenComparing(Comparator.comparingInt(InProject::count).reversed())
                        .thenComparing(
                                it -> it.project() == null ? "" : it.project().name()))
                .toList();
    }

    private static List<OfEngine> ofEngines(@Nullable FoundRows here, RemoteSelection there) {
        var counts = new TreeMap<EngineKey, Integer>(there.engines());
        if (here != null) {
            here.engines().forEach(it -> counts.merge(it.engine(), it.count(), Integer::sum));
        }
        return counts.entrySet().stream()
                .map(it -> new OfEngine(it.getKey(), it.getValue()))
                .toList();
    }

    private List<HostFacet> hosts(String self, int here, RemoteSelection there, boolean isHereAlone) {
        var facets = new ArrayList<HostFacet>();
        facets.add(new HostFacet(self, true, true, null, fleet.allows().word(), here));
        for (var host : fleet.view().hosts()) {
            var name = host.member().name();
            int count = isHereAlone ? 0 : there.hosts().getOrDefault(name, 0);
            var seen = host.online() ? null : lastSeen(host);
            facets.add(new HostFacet(
                    name, false, host.online(), seen, host.allows().word(), count));
        }
        return facets;
    }

    private static Instant lastSeen(RemoteHost host) {
        return host.lastSeen() == null ? host.member().since() : host.lastSeen();
    }

    /// The row of a session of another host, as clients see it.
    public Optional<SessionView> find(String id) {
        return row(id).map(this::view);
    }

    /// The row of a session of another host.
    public Optional<FoundRow> row(String id) {
        return place(id).flatMap(it -> fleet.view().find(it.session(), it.host()));
    }

    /// A session on a host of the fleet, whether its row has come here or not: one that was begun just now has none.
    public record Place(SessionId session, String host) {}

    /// The host of a session that is on another one of the fleet.
    public Optional<Place> place(String id) {
        int mark = id.lastIndexOf('@');
        if (mark < 0) {
            return Optional.empty();
        }
        var host = id.substring(mark + 1);
        boolean isKnown =
                fleet.view().hosts().stream().anyMatch(it -> it.member().name().equals(host));
        return isKnown ? SessionId.find(id.substring(0, mark)).map(it -> new Place(it, host)) : Optional.empty();
    }

    /// This host in its fleet.
    public Fleet fleet() {
        return fleet;
    }

    /// A row of another host as clients see it.
    public SessionView view(FoundRow found) {
        return view(found, seen(), byName(organisation.get()));
    }

    private SessionView view(FoundRow found, Map<String, RemoteHost> seen, Map<String, Project> projects) {
        var row = found.row().unpacked();
        var host = seen.get(found.host());
        boolean isOnline = host != null && host.online();
        var project = project(row.project(), projects);
        return SessionView.of(
                new OfHost(found.host(), host == null || isOnline ? null : lastSeen(host)),
                found.id(),
                project == null ? null : project.id().value(),
                told(row, clock));
    }

    private static SessionView.Told told(RemoteRow row, InstantSource clock) {
        return new SessionView.Told(
                row.id(),
                row.title(),
                row.titleSource(),
                row.firstMessage(),
                row.cwd(),
                row.marks().sticky(),
                row.marks().archived(),
                row.marks().isSnoozed(clock.instant()),
                row.marks().snoozedUntil(),
                row.createdAt(),
                row.updatedAt(),
                row.messageCount(),
                row.model(),
                row.branch(),
                row.sizeBytes(),
                row.outside() ? "elsewhere" : (Object) row.live(),
                row.status(),
                question(row.asking()));
    }

    private static @Nullable Question question(@Nullable RemoteQuestion asking) {
        return asking == null ? null : new Question(asking.id(), asking.text(), asking.since());
    }
}
