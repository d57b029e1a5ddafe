package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Gives routes of sessions the way to other hosts. The gate has let in who asks before, as for a session of this host;
/// whether it is done, the host of the session decides.
public final class RemoteRoutes {
    /// A person waits for it.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int UNREADABLE = 422;
    private static final int TOO_LARGE = 413;
    private static final int SERVER_FAILED = 500;

    private final FleetList list;
    private final RemoteSearch search;
    private final Supplier<Organisation> organisation;
    private final Map<String, Way> ways = new HashMap<>();

    /// How a route asks another host.
    private interface Way {
        void go(ServerRequest request, ServerResponse response, Visitor visitor, FoundRow row);
    }

    /// What a route asks for.
    private record Asked(HostDeed deed, ObjectNode arguments) {}

    /// @param search the search of this host
    public RemoteRoutes(FleetList list, Supplier<Organisation> organisation, SearchRoutes search) {
        this.search = new RemoteSearch(search, list);
        this.list = list;
        this.organisation = organisation;
        change("POST", "favorite", _ -> new Asked(HostDeed.FAVORITE, nothing()));
        change("POST", "unfavorite", _ -> new Asked(HostDeed.UNFAVORITE, nothing()));
        change("POST", "unarchive", _ -> new Asked(HostDeed.UNARCHIVE, nothing()));
        change("POST", "wake", _ -> new Asked(HostDeed.WAKE, nothing()));
        change("POST", "end", RemoteRoutes::end);
        change("POST", "archive", RemoteRoutes::archive);
        change("POST", "rename", RemoteRoutes::rename);
        change("POST", "snooze", RemoteRoutes::snooze);
        change("PATCH", "metadata", this::assign);
        reading("history", HostDeed.HISTORY, "cursor", "before", "turn", "limit");
        reading("transcript", HostDeed.TRANSCRIPT);
        ways.put(
                "GET /api/search/hits",
                (request, response, visitor, row) ->
                        answer(response, ask(row, new Asked(HostDeed.HITS, query(request, "q", "role")), visitor)));
    }

    private void change(String method, String word, Function<ServerRequest, Asked> asked) {
        ways.put(
                method + " /api/sessions/{sid}/" + word,
                (request, response, visitor, row) -> changed(response, row, ask(row, asked.apply(request), visitor)));
    }

    private void reading(String word, HostDeed deed, String... parameters) {
        ways.put("GET /api/sessions/{sid}/" + word, (request, response, visitor, row) -> {
            if (!new Parameters(request).find("format").orElse("").equals("json")) {
                throw Problem.forbidden(
                        "fleet_denied", "The conversation of a session on another host is given as format=json alone.");
            }
            answer(response, ask(row, new Asked(deed, query(request, parameters)), visitor));
        });
    }

    /// The same routes; those that another host can answer ask it where the session is there.
    public List<Route> over(List<Route> routes) {
        return routes.stream().map(this::over).toList();
    }

    private Route over(Route route) {
        if (route.path().equals("/api/search")) {
            return new Route(route.method(), route.path(), route.policy(), (request, response, visitor) -> {
                if (RemoteSearch.isAsked(new Parameters(request))) {
                    Json.send(response, search.find(request, visitor));
                } else {
                    route.answer().answer(request, response, visitor);
                }
            });
        }
        var way = ways.get(route.method().text() + ' ' + route.path());
        return way == null
                ? route
                : new Route(route.method(), route.path(), route.policy(), (request, response, visitor) -> {
                    var row = list.row(session(request));
                    if (row.isPresent()) {
                        way.go(request, response, visitor, row.get());
                    } else {
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

    private static ObjectNode nothing() {
        return Json.shared().createObjectNode();
    }

    private static Asked archive(ServerRequest request) {
        boolean end = Body.ofOptional(request, "end").flag("end").orElse(false);
        return new Asked(end ? HostDeed.END_AND_ARCHIVE : HostDeed.ARCHIVE, nothing());
    }

    private static Asked end(ServerRequest request) {
        boolean force = Body.ofOptional(request, "force").flag("force").orElse(false);
        return new Asked(HostDeed.END, nothing().put("force", force));
    }

    private static Asked rename(ServerRequest request) {
        return new Asked(
                HostDeed.RENAME,
                nothing().put("title", Body.of(request, "title").requireText("title")));
    }

    private static Asked snooze(ServerRequest request) {
        var arguments = nothing();
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
        var arguments = nothing();
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
        var arguments = nothing();
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
        return ask(
                list,
                row.host(),
                new Calling.Wish(
                        asked.deed(), row.row().id(), asked.arguments().toString(), person(visitor), PATIENCE));
    }

    /// Who sits at this host: the account, or the token of a program.
    static String person(Visitor visitor) {
        return visitor.isProgram() || visitor.name() == null ? visitor.author() : visitor.name();
    }

    private static Reply.WithRow ask(FleetList list, String host, Calling.Wish wish) {
        try {
            var answer = list.fleet().call(host, wish);
            if (!answer.reply().isGood()) {
                throw refused(answer.reply());
            }
            return answer;
        } catch (NoAnswerException none) {
            throw switch (none.why()) {
                case OFFLINE -> Problem.of(503, "host_offline", none.sentence());
                case LATE -> Problem.of(504, "host_late", none.sentence());
                case BUSY -> Problem.of(503, "busy", none.sentence());
                case TOO_LARGE -> Problem.badRequest(none.sentence());
            };
        }
    }

    /// As the owner refused it. What this host would never say by itself is not taken over.
    private static Problem refused(Reply reply) {
        var code = reply.code() == null ? "host_failed" : reply.code();
        var detail = reply.detail() == null ? "The other host could not do it." : reply.detail();
        return switch (reply.status()) {
            case 400, 403, 404, 409, 422 -> Problem.of(reply.status(), code, detail);
            case TOO_LARGE -> Problem.of(UNREADABLE, code, detail);
            default -> Problem.of(503, reply.status() < SERVER_FAILED ? "host_failed" : code, detail);
        };
    }

    /// The row as its host has it now; it comes by the broker as well, a moment later.
    private void changed(ServerResponse response, FoundRow before, Reply.WithRow answer) {
        var row = Optional.ofNullable(answer.row())
                .filter(it -> it.id().equals(before.row().id()))
                .map(it -> new FoundRow(before.host(), it))
                .orElse(before);
        Json.send(response, list.view(row));
    }

    private static void answer(ServerResponse response, Reply.WithRow answer) {
        Json.send(response, ForeignJson.read(answer.reply().json()));
    }
}
