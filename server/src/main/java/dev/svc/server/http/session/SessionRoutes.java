package dev.svc.server.http.session;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Filter.Kind;
import dev.svc.server.catalog.ListView;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.Facets;
import dev.svc.server.catalog.Query.InProject;
import dev.svc.server.catalog.Query.Snoozed;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.catalog.SessionView.Kept;
import dev.svc.server.engine.Engines;
import dev.svc.server.fleet.envelope.HostName;
import dev.svc.server.http.gate.ETagResponse;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The list of sessions and single rows of it.
public final class SessionRoutes {
    private static final Map<String, Archived> ARCHIVED =
            Map.of("0", Archived.NO, "1", Archived.ONLY, "all", Archived.ALL);
    private static final Map<String, Snoozed> SNOOZED = Map.of("0", Snoozed.NO, "1", Snoozed.ONLY, "all", Snoozed.ALL);
    private static final Map<String, Sort> SORTS =
            Map.of("updated", Sort.UPDATED, "created", Sort.CREATED, "title", Sort.TITLE, "waiting", Sort.WAITING);
    private static final Set<String> PLACES = Set.of(Kept.HERE.place(), Kept.LEAVING, Kept.KEPT);
    private static final int MOST = 500;
    private static final int USUAL = 50;
    private static final int LONGEST_WORDS = 500;
    private static final int LONGEST_PATH = 4096;
    private static final int MOST_FOLDERS = 50;
    private static final int MOST_HOSTS = 100;

    /// For a list that is to be complete.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final Engines engines;
    private final SessionView.Beside beside;
    private final Optional<FleetList> fleet;

    public SessionRoutes(Catalog catalog, Engines engines, SessionView.Beside beside) {
        this(catalog, engines, beside, Optional.empty());
    }

    /// @param fleet the list over several hosts; empty on a host that is in no fleet
    public SessionRoutes(Catalog catalog, Engines engines, SessionView.Beside beside, Optional<FleetList> fleet) {
        this.fleet = fleet;
        this.catalog = catalog;
        this.engines = engines;
        this.beside = beside;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/sessions", Policy.API_READ, this::list),
                Route.get("/api/sessions/{sid}", Policy.API_READ, this::one));
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        var query = query(parameters);
        if (parameters.flag("complete")) {
            awaitListed(query);
        }
        var list = fleet.map(it -> it.list(query, beyond(parameters), beside))
                .orElseGet(() -> ListView.of(catalog.page(query), beside, engines));
        ETagResponse.send(request, response, list);
    }

    private static FleetList.Beyond beyond(Parameters parameters) {
        var places = parameters.words("kept", PLACES);
        return new FleetList.Beyond(
                hosts(parameters),
                parameters.flag("needs_you"),
                !places.isEmpty() && !places.contains(Kept.HERE.place()));
    }

    private static Set<String> hosts(Parameters parameters) {
        var hosts = Arrays.stream(parameters.find("host").orElse("").split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        if (hosts.size() > MOST_HOSTS || !hosts.stream().allMatch(HostName::isFit)) {
            throw Problem.badRequest("host takes names of hosts, at most %d.".formatted(MOST_HOSTS));
        }
        return hosts;
    }

    private void awaitListed(Query query) {
        try {
            catalog.awaitListed(query, PATIENCE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(ServerRequest request, ServerResponse response, Visitor visitor) {
        var id = request.path().pathParameters().get("sid");
        var elsewhere = fleet.flatMap(it -> it.find(id));
        ETagResponse.send(request, response, elsewhere.orElseGet(() -> view(seekRow(request))));
    }

    /// The row named in a request's path, or a 404 before anything else uses the name. A session that is not listed is
    /// looked for in its store first: it may be new, or its files may be on their way to the archive or back.
    public Row seekRow(ServerRequest request) {
        return catalog.seek(requireId(request.path().pathParameters().get("sid")))
                .orElseThrow(SessionRoutes::none);
    }

    /// Rows by their ids, without those that are nowhere. Waits until every store has been listed: just after a start
    /// nobody could say that a session is nowhere.
    public List<Row> find(Collection<SessionId> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        awaitListed(Query.first(1));
        return ids.stream().flatMap(id -> catalog.find(id).stream()).toList();
    }

    SessionView.Beside beside() {
        return beside;
    }

    public Engines engines() {
        return engines;
    }

    /// An id of this host. What can be asked of other hosts never comes here.
    public SessionId requireId(String text) {
        return engines.findId(text)
                .orElseThrow(() -> fleet.flatMap(it -> it.find(text))
                        .map(row -> Problem.forbidden(
                                "fleet_denied",
                                "This session is on %s, and that can be done there alone.".formatted(row.host())))
                        .orElseGet(SessionRoutes::none));
    }

    private static Problem none() {
        return Problem.notFound("There is no session of this id.");
    }

    public SessionView view(Row row) {
        return SessionView.of(row, beside);
    }

    private Query query(Parameters parameters) {
        var query = ofRows(parameters);
        if (!parameters.flag("needs_you")) {
            return query;
        }
        var also = query.filter().also();
        return query.where(also == null ? this::needsPerson : also.and(this::needsPerson));
    }

    /// Its program asks something on the screen, or the review says so of the state that it is in.
    private boolean needsPerson(Row row) {
        var review = beside.of(row);
        return row.status() == Status.WAITING || (review != null && review.needsYou());
    }

    private Query ofRows(Parameters parameters) {
        return asked(parameters)
                .from(parameters.number("offset", 0, Integer.MAX_VALUE, 0))
                .by(parameters.choice("sort", SORTS, Sort.UPDATED))
                .with(parameters.choice("snoozed", SNOOZED, Snoozed.DAILY))
                .with(words(parameters))
                .of(new Kind(parameters.flag("live"), parameters.flag("subagents")))
                .counting(new Facets(
                        zone(parameters),
                        parameters
                                .find("folder_q")
                                .map(it -> bounded("folder_q", it, LONGEST_WORDS))
                                .orElse(null)));
    }

    private Query asked(Parameters parameters) {
        var query = Query.first(parameters.number("limit", 1, MOST, USUAL))
                .with(parameters.choice("archived", ARCHIVED, Archived.NO))
                .in(project(parameters))
                .below(folders(parameters))
                .of(parameters.engines("engine", engines));
        var places = parameters.words("kept", PLACES);
        return places.isEmpty()
                ? query
                : query.where(row -> places.contains(beside.kept(row).place()));
    }

    /// Which sessions a search is about: the parameters of the list that narrow it, without words. What is snoozed is
    /// among them, as it is for words in the list.
    Query searched(Parameters parameters) {
        return asked(parameters).with(parameters.choice("snoozed", SNOOZED, Snoozed.ALL));
    }

    private static String words(Parameters parameters) {
        return bounded("q", parameters.find("q").orElse(""), LONGEST_WORDS);
    }

    private static String bounded(String name, String text, int most) {
        if (text.length() > most) {
            throw Problem.badRequest("%s takes at most %d characters.".formatted(name, most));
        }
        return text;
    }

    private static List<String> folders(Parameters parameters) {
        var folders = parameters.all("folder");
        if (folders.size() > MOST_FOLDERS) {
            throw Problem.badRequest("folder can be given at most %d times.".formatted(MOST_FOLDERS));
        }
        return folders.stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> bounded("folder", folder, LONGEST_PATH))
                .toList();
    }

    private static @Nullable ZoneId zone(Parameters parameters) {
        var name = parameters.find("zone");
        if (name.isEmpty()) {
            return null;
        }
        try {
            return ZoneId.of(name.get());
        } catch (DateTimeException unknown) {
            throw Problem.badRequest("zone takes the name of a time zone, such as Europe/Berlin.");
        }
    }

    private static @Nullable InProject project(Parameters parameters) {
        var asked = parameters.find("project").filter(text -> !text.isEmpty());
        if (asked.isEmpty()) {
            return null;
        }
        return asked.get().equals("none")
                ? new InProject(null)
                : new InProject(ProjectId.find(asked.get())
                        .orElseThrow(() -> Problem.badRequest("project takes a project's id or none.")));
    }
}
