package dev.svc.server.http.session;

import dev.svc.server.auth.token.Scope;
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
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The folders that a new session may start in.
public final class FolderRoutes {
    private final Folders folders;
    private final SessionRoutes sessions;

    public FolderRoutes(Folders folders, SessionRoutes sessions) {
        this.folders = folders;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/folders", Policy.READ.forTokens(Scope.DRIVE), this::list),
                Route.post("/api/folders/mkdir", Policy.API_DRIVE, this::make),
                Route.post("/api/sessions/{sid}/folder", Policy.CHANGE, this::makeAgain));
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
        requirePlace();
        var body = Body.of(request, "parent", "name");
        send(response, () -> folders.make(body.requireText("parent"), body.requireText("name")));
    }

    /// The folder that a session was in and that is gone.
    private void makeAgain(ServerRequest request, ServerResponse response, Visitor visitor) {
        requirePlace();
        var folder = sessions.seekRow(request).facts().cwd();
        if (folder == null) {
            throw Problem.conflict("Nothing is known of this session's folder.");
        }
        send(response, () -> folders.makeAgain(folder));
    }

    private void requirePlace() {
        if (!folders.canMake()) {
            throw Problem.forbidden(
                    "disabled", "No folder is made here: SVC_PROJECT_ROOTS names no folder that can take one.");
        }
    }

    private static void send(ServerResponse response, Supplier<Path> making) {
        try {
            var made = making.get();
            response.status(201);
            Json.send(response, Map.of("path", made.toString()));
        } catch (Folders.RefusedException refused) {
            throw Problem.invalid(refused.field(), String.valueOf(refused.getMessage()));
        }
    }
}
