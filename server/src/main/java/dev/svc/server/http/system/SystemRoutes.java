package dev.svc.server.http.system;

import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether the server lives, what it is, and what it runs on.
public final class SystemRoutes {
    private final Supplier<Map<String, Object>> version;
    private final Supplier<Map<String, @Nullable Object>> system;

    /// Gets each part's facts lazily, at each request.
    public SystemRoutes(Supplier<Map<String, Object>> version, Supplier<Map<String, @Nullable Object>> system) {
        this.version = version;
        this.system = system;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/healthz", Policy.OPEN, this::health),
                new Route(Method.HEAD, "/healthz", Policy.OPEN, (request, response, visitor) -> response.send()),
                Route.get(
                        "/api/version",
                        Policy.READ,
                        (request, response, visitor) -> Json.send(response, version.get())),
                Route.get(
                        "/api/system", Policy.READ, (request, response, visitor) -> Json.send(response, system.get())));
    }

    private void health(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, Map.of("ok", true));
    }
}
