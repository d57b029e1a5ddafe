package dev.svc.server.http.session;

import dev.svc.server.catalog.Folders;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The folders that a new session may start in.
public final class FolderRoutes {
    private final Folders folders;

    public FolderRoutes(Folders folders) {
        this.folders = folders;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/folders", Policy.READ, this::list),
                Route.post("/api/folders/mkdir", Policy.CHANGE, this::make));
    }

    /// A folder in an answer.
    public record View(String path, int sessions, @Nullable Instant lastUsed, String source, boolean exists) {
        static View of(Folders.Offer it) {
            return new View(it.path(), it.sessions(), it.lastUsed(), Parameters.word(it.source()), it.exists());
        }
    }

    /// What the picker of a new session shows.
    public record Picker(List<View> folders, List<String> roots, boolean mkdirEnabled) {}

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var views = folders.offers().stream().map(View::of).toList();
        Json.send(response, new Picker(views, folders.roots(), folders.canMake()));
    }

    private void make(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (!folders.canMake()) {
            throw Problem.forbidden(
                    "disabled", "No folder is made here: SVC_PROJECT_ROOTS names no folder that can take one.");
        }
        var body = Body.of(request, "parent", "name");
        try {
            var made = folders.make(body.requireText("parent"), body.requireText("name"));
            response.status(201);
            Json.send(response, Map.of("path", made.toString()));
        } catch (Folders.RefusedException refused) {
            throw Problem.invalid(refused.field(), String.valueOf(refused.getMessage()));
        }
    }
}
