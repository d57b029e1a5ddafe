package dev.svc.server.http.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.setting.Settings;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/// The settings, and changes to known keys of them.
public final class SettingsRoutes {
    private static final String PATH = "/api/settings";

    private final Settings settings;

    public SettingsRoutes(Settings settings) {
        this.settings = settings;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, Policy.READ, (request, response, visitor) -> Json.send(response, settings.view())),
                Route.patch(PATH, Policy.CHANGE, this::change));
    }

    private void change(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (!(Json.read(request, JsonNode.class) instanceof ObjectNode patch)) {
            throw Problem.badRequest("The body must be a JSON object.");
        }
        settings.change(patch, visitor.actor());
        Json.send(response, settings.view());
    }
}
