package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.view.FoundRow;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.http.session.SearchRoutes;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Gives routes of sessions the way to other hosts. The gate has let in who asks before, as for a session of this host;
/// whether it is done, the host of the session decides.
public final class RemoteRoutes {
    /// A text waits for its prompt at most so long there, so that the answer is here while somebody waits.
    private static final int LONGEST_WAIT = 20;

    private static final int USUAL_WAIT = 5;

    private final FleetList list;
    private final HostDesk hosts;
    private final Supplier<Organisation> organisation;
    private final Map<String, Way> ways = new HashMap<>();

    /// How a route asks another host.
    @FunctionalInterface
    interface Way {
        /// Answers what is about another host.
        ///
        /// @return whether it was; else this host answers
        boolean goes(ServerRequest request, ServerResponse response, Visitor visitor);
    }

    /// The same where the session is known.
    private interface OfSession {
        void go(ServerRequest request, ServerResponse response, Visitor visitor, FoundRow row);
    }

    /// What a route asks for.
    private record Asked(HostDeed deed, ObjectNode arguments) {}

    /// @param searching the search of this host
    public RemoteRoutes(FleetList list, Supplier<Organisation> organisation, SearchRoutes searching) {
        this.list = list;
        this.hosts = new HostDesk(list);
        this.organisation = organisation;
        change("POST", "favorite", _ -> new Asked(HostDeed.FAVORITE, HostDesk.nothing()));
        change("POST", "unfavorite", _ -> new Asked(HostDeed.UNFAVORITE, HostDesk.nothing()));
        change("POST", "unarchive", _ -> new Asked(HostDeed.UNARCHIVE, HostDesk.nothing()));
        change("POST", "wake", _ -> new Asked(HostDeed.WAKE, HostDesk.nothing()));
        change("POST", "end", RemoteRoutes::end);
        change("POST", "archive", RemoteRoutes::archive);
        change("POST", "rename", RemoteRoutes::rename);
        change("POST", "snooze", RemoteRoutes::snooze);
        change("PATCH", "metadata", this::assign);
        reading("history", HostDeed.HISTORY, "cursor", "before", "turn", "limit");
        reading("transcript", HostDeed.TRANSCRIPT);
        ofSession(
                "GET /api/search/hits",
                (request, response, visitor, row) -> HostDesk.pass(
                        response, ask(row, new Asked(HostDeed.HITS, query(request, "q", "role")), visitor)));
        ofSession("GET /api/sessions/{sid}/events", (request, response, visitor, row) -> {
            var asked = new Asked(HostDeed.EVENTS, query(request, "limit", "before_seq"));
            HostDesk.pass(response, ask(row, asked, visitor));
        });
        ofSession("POST /api/sessions/{sid}/send", this::send);
        var search = new RemoteSearch(searching, list);
        ways.put("GET /api/search", (request, response, visitor) -> {
            boolean isAsked = RemoteSearch.isAsked(new Parameters(request));
            if (isAsked) {
                Json.send(response, search.find(request, visitor));
            }
            return isAsked;
        });
        ways.putAll(new RemoteQuestions(hosts).ways());
        ways.putAll(new BeginningWays(list, hosts).ways());
    }

    private void ofSession(String route, OfSession way) {
        ways.put(route, (request, response, visitor) -> {
            var row = list.row(session(request));
            row.ifPresent(it -> way.go(request, response, visitor, it));
            return row.isPresent();
        });
    }

    private void change(String method, String word, Function<ServerRequest, Asked> asked) {
        ofSession(
                method + " /api/sessions/{sid}/" + word,
                (request, response, visitor, row) -> changed(response, row, ask(row, asked.apply(request), visitor)));
    }

    private void reading(String word, HostDeed deed, String... parameters) {
        ofSession("GET /api/sessions/{sid}/" + word, (request, response, visitor, row) -> {
            if (!new Parameters(request).find("format").orElse("").equals("json")) {
                throw Problem.forbidden(
                        "fleet_denied", "The conversation of a session on another host is given as format=json alone.");
            }
            HostDesk.pass(response, ask(row, new Asked(deed, query(request, parameters)), visitor));
        });
    }

    /// The same routes; those that another host can answer ask it where it is about that host.
    public List<Route> over(List<Route> routes) {
        return routes.stream().map(this::over).toList();
    }

    private Route over(Route route) {
        var way = ways.get(route.method().text() + ' ' + route.path());
        return way == null
                ? route
                : new Route(route.method(), route.path(), route.policy(), (request, response, visitor) -> {
                    if (!way.goes(request, response, visitor)) {
                        route.answer().answer(request, response, visitor);
                    }
                });
    }

    private static String session(ServerRequest request) {
        return request.path()
                .pathParameters()
                .first("sid")
                .asOptional()
                .or(() -> new Parameters(request).find("sid"))
                .orElse("");
    }

    /// The call waits as long as the text does, and as long again as any other.
    private void send(ServerRequest request, ServerResponse response, Visitor visitor, FoundRow row) {
        var body = Body.of(request, "text", "wait_seconds");
        int seconds = body.number("wait_seconds").orElse(USUAL_WAIT);
        if (seconds < 0 || seconds > LONGEST_WAIT) {
            throw Problem.invalid(
                    "wait_seconds",
                    "For a session of another host, wait_seconds takes a number from 0 to %d.".formatted(LONGEST_WAIT));
        }
        var arguments = HostDesk.nothing().put("text", body.requireText("text")).put("wait_seconds", seconds);
        hosts.ask(
                row.host(),
                new Calling.Wish(
                        HostDeed.SEND,
                        row.row().id(),
                        arguments.toString(),
                        HostDesk.person(visitor),
                        HostDesk.PATIENCE.plusSeconds(seconds)));
        Json.send(response, Map.of("sent", true));
    }

    private static Asked archive(ServerRequest request) {
        boolean end = Body.ofOptional(request, "end").flag("end").orElse(false);
        return new Asked(end ? HostDeed.END_AND_ARCHIVE : HostDeed.ARCHIVE, HostDesk.nothing());
    }

    private static Asked end(ServerRequest request) {
        boolean force = Body.ofOptional(request, "force").flag("force").orElse(false);
        return new Asked(HostDeed.END, HostDesk.nothing().put("force", force));
    }

    private static Asked rename(ServerRequest request) {
        return new Asked(
                HostDeed.RENAME,
                HostDesk.nothing().put("title", Body.of(request, "title").requireText("title")));
    }

    private static Asked snooze(ServerRequest request) {
        var arguments = HostDesk.nothing();
        Body.ofOptional(request, "until").text("until").ifPresent(it -> arguments.put("until", it));
        return new Asked(HostDeed.SNOOZE, arguments);
    }

    /// Hosts know each other's projects by their names.
    private Asked assign(ServerRequest request) {
        var body = Body.of(request, "project_id");
        if (!body.has("project_id")) {
            throw Problem.badRequest("The field project_id is missing; null takes the session out of its project.");
        }
        var name = body.text("project_id").map(this::projectName);
        var arguments = HostDesk.nothing();
        name.ifPresentOrElse(it -> arguments.put("project", it), () -> arguments.putNull("project"));
        return new Asked(HostDeed.ASSIGN, arguments);
    }

    private String projectName(String id) {
        return ProjectId.find(id)
                .flatMap(it -> organisation.get().project(it))
                .map(Project::name)
                .orElseThrow(() -> Problem.invalid("project_id", "There is no such project."));
    }

    static ObjectNode query(ServerRequest request, String... names) {
        var parameters = new Parameters(request);
        var arguments = HostDesk.nothing();
        for (var name : names) {
            var values = parameters.all(name);
            if (!values.isEmpty()) {
                var array = arguments.putArray(name);
                values.forEach(array::add);
            }
        }
        return arguments;
    }

    private Reply.WithRow ask(FoundRow row, Asked asked, Visitor visitor) {
        return hosts.ask(row.host(), asked.deed(), row.row().id(), asked.arguments(), visitor);
    }

    /// The row as its host has it now; it comes by the broker as well, a moment later.
    private void changed(ServerResponse response, FoundRow before, Reply.WithRow answer) {
        var row = Optional.ofNullable(answer.row())
                .filter(it -> it.id().equals(before.row().id()))
                .map(it -> new FoundRow(before.host(), it))
                .orElse(before);
        Json.send(response, list.view(row));
    }
}
