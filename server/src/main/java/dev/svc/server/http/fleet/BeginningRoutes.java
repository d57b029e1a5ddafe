package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.http.fleet.RemoteRoutes.Way;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// New sessions on other hosts: what can be begun there and where, as that host says, and the beginning itself.
public final class BeginningRoutes {
    private static final int LONGEST_LABEL = 100;
    private static final int LONGEST_PATH = 4_096;

    private final Optional<HostDesk> hosts;

    /// @param fleet empty on a host that is in none
    public BeginningRoutes(Optional<FleetList> fleet) {
        this.hosts = fleet.map(HostDesk::new);
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/hosts/{name}/beginnings", Policy.READ.forTokens(Scope.DRIVE), this::beginnings));
    }

    private void beginnings(ServerRequest request, ServerResponse response, Visitor visitor) {
        var name = request.path().pathParameters().get("name");
        var desk = hosts.orElseThrow(() -> Problem.notFound("This host is in no fleet."));
        if (desk.isHere(name)) {
            throw Problem.notFound("This is this host: its own programs and folders say what can be begun here.");
        }
        var answer = desk.ask(name, HostDeed.BEGINNINGS, null, HostDesk.nothing(), visitor);
        var told = ForeignJson.read(answer.reply().json());
        var view = HostDesk.nothing();
        var programs = view.putArray("programs");
        told.path("programs").forEach(one -> program(one).ifPresent(programs::add));
        var folders = view.putArray("folders");
        told.path("folders").forEach(one -> folder(one).ifPresent(folders::add));
        Json.send(response, view);
    }

    private static Optional<ObjectNode> program(JsonNode told) {
        var engine = EngineKey.find(told.path("engine").asText());
        var label = told.path("label").asText();
        return engine.filter(_ -> !label.isEmpty() && label.length() <= LONGEST_LABEL)
                .map(key -> HostDesk.nothing()
                        .put("engine", key.toString())
                        .put("label", PlainText.line(label))
                        .put("takes_prompt", told.path("takes_prompt").asBoolean())
                        .put("agent", told.path("agent").asBoolean(true)));
    }

    /// A path that is not as it is shown would be another folder.
    private static Optional<ObjectNode> folder(JsonNode told) {
        var path = told.path("path").asText();
        if (path.isEmpty() || path.length() > LONGEST_PATH || !PlainText.isLine(path)) {
            return Optional.empty();
        }
        var folder = HostDesk.nothing()
                .put("path", path)
                .put("sessions", Math.max(0, told.path("sessions").asInt()));
        folder.set("last_used", time(told.path("last_used")));
        return Optional.of(folder);
    }

    private static @Nullable JsonNode time(JsonNode told) {
        try {
            return told.isTextual() ? Json.shared().valueToTree(Instant.parse(told.asText())) : null;
        } catch (DateTimeException none) {
            return null;
        }
    }

    /// The way of `POST /api/sessions` to the host that it names.
    static Way way(HostDesk hosts) {
        return (request, response, visitor) -> {
            var host = new Parameters(request).find("host").orElse("");
            if (host.isEmpty() || hosts.isHere(host)) {
                return false;
            }
            var body = Body.of(request, "engine", "folder", "prompt");
            var wish = HostDesk.nothing()
                    .put("engine", body.requireText("engine"))
                    .put("folder", body.requireText("folder"));
            body.text("prompt").ifPresent(it -> wish.put("prompt", it));
            var answer = hosts.ask(host, HostDeed.BEGIN, null, wish, visitor);
            var told = ForeignJson.read(answer.reply().json());
            var session = SessionId.find(told.path("sid").asText()).orElseThrow(ForeignJson::none);
            response.status(201);
            Json.send(response, Map.of("sid", session.toString() + '@' + host));
            return true;
        };
    }
}
