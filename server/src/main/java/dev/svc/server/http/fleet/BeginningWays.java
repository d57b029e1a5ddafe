package dev.svc.server.http.fleet;

import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.http.fleet.RemoteRoutes.Way;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.session.SessionId;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The ways to other hosts of what begins a session: what would run, a folder to begin it in, and the
/// beginning itself.
final class BeginningWays {
    private final FleetList list;
    private final HostDesk hosts;

    BeginningWays(FleetList list, HostDesk hosts) {
        this.list = list;
        this.hosts = hosts;
    }

    Map<String, Way> ways() {
        return Map.of(
                "GET /api/sessions/{sid}/command", this::command,
                "POST /api/folders/mkdir", this::make,
                "POST /api/sessions", this::begin);
    }

    /// The host that a request names; empty for this one.
    private Optional<String> host(ServerRequest request) {
        return new Parameters(request).find("host").filter(it -> !it.isEmpty() && !hosts.isHere(it));
    }

    /// Of a session that is to be begun there. One that is there already is resumed by opening its terminal.
    private boolean command(ServerRequest request, ServerResponse response, Visitor visitor) {
        var query = new Parameters(request);
        var place = list.place(request.path().pathParameters().get("sid")).filter(_ -> query.flag("new"));
        if (place.isEmpty()) {
            return false;
        }
        var host = place.get().host();
        if (query.flag("bypass")) {
            throw Problem.forbidden(
                    "fleet_denied",
                    "A program that acts without asking is begun on %s itself: that takes a person there."
                            .formatted(host));
        }
        var wish = RemoteRoutes.query(request, "cwd", "prompt");
        var answer = hosts.ask(host, HostDeed.COMMAND, place.get().session(), wish, visitor);
        Json.send(
                response,
                ForeignBeginnings.command(ForeignJson.read(answer.reply().json())));
        return true;
    }

    private boolean make(ServerRequest request, ServerResponse response, Visitor visitor) {
        var host = host(request);
        if (host.isEmpty()) {
            return false;
        }
        var body = Body.of(request, "parent", "name");
        var wish = HostDesk.nothing().put("parent", body.requireText("parent")).put("name", body.requireText("name"));
        var answer = hosts.askWhoDecides(host.get(), HostDeed.MAKE_FOLDER, wish, visitor);
        var path = ForeignBeginnings.path(
                        ForeignJson.read(answer.reply().json()).path("path"))
                .orElseThrow(ForeignJson::none);
        response.status(201);
        Json.send(response, Map.of("path", path));
        return true;
    }

    private boolean begin(ServerRequest request, ServerResponse response, Visitor visitor) {
        var host = host(request);
        if (host.isEmpty()) {
            return false;
        }
        var body = Body.of(request, "engine", "folder", "prompt", "native_id", "project_id");
        var wish =
                HostDesk.nothing().put("engine", body.requireText("engine")).put("folder", body.requireText("folder"));
        for (var field : List.of("prompt", "native_id", "project_id")) {
            body.text(field).ifPresent(it -> wish.put(field, it));
        }
        var answer = hosts.ask(host.get(), HostDeed.BEGIN, null, wish, visitor);
        var told = ForeignJson.read(answer.reply().json());
        var session = SessionId.find(told.path("sid").asText()).orElseThrow(ForeignJson::none);
        response.status(201);
        Json.send(response, Map.of("sid", session.toString() + '@' + host.get()));
        return true;
    }
}
