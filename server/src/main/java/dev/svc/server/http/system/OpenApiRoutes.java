package dev.svc.server.http.system;

import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Serves the interface's description, `openapi.json`.
public final class OpenApiRoutes {
    private static final String FILE = "/openapi.json";

    private final byte[] description = description();

    public List<Route> routes() {
        return List.of(Route.get("/api/openapi.json", Policy.API_READ, (request, response, visitor) -> {
            response.headers().set(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
            response.send(description);
        }));
    }

    public static byte[] description() {
        try (var file = OpenApiRoutes.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("the program was built without " + FILE);
            }
            return file.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
