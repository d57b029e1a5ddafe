package dev.svc.server.http.session;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts sessions for API clients: the program runs without a viewer, and anybody may open it later.
public final class NewSessionRoutes {
    private static final int MOST_BYTES = 16 << 10;

    private final SessionRoutes sessions;
    private final Metadata metadata;
    private final NewSessions starting;

    public NewSessionRoutes(SessionRoutes sessions, Metadata metadata, NewSessions starting) {
        this.sessions = sessions;
        this.metadata = metadata;
        this.starting = starting;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/sessions", Policy.API_DRIVE, this::begin));
    }

    private void begin(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "engine", "folder", "prompt", "native_id", "project_id");
        var engine = Parameters.engine("engine", body.requireText("engine"), sessions.engines());
        var program = sessions.engines().find(engine).orElseThrow();
        if (!program.supportsNew()) {
            throw Problem.invalid("engine", program.manifest().label() + " cannot begin a session this way.");
        }
        var folder = folder(body.requireText("folder"));
        var prompt = body.text("prompt").map(it -> prompt(it, program)).orElse(null);
        var project = body.text("project_id").map(this::project);
        var session = body.text("native_id").map(it -> unused(it, program)).orElseGet(() -> NewSessions.id(program));
        starting.start(session, folder, prompt).ifPresent(sentence -> {
            throw Problem.conflict(PlainText.line(sentence));
        });
        project.ifPresent(it -> metadata.assign(session, it, visitor.actor()));
        response.status(201);
        Json.send(response, Map.of("sid", session.toString()));
    }

    private ProjectId project(String text) {
        return ProjectId.find(text)
                .filter(it -> metadata.organisation().project(it).isPresent())
                .orElseThrow(() -> Problem.invalid("project_id", "There is no such project."));
    }

    /// An id that was drawn by who asks, so that the command that was shown is the one that runs.
    private SessionId unused(String text, EngineProvider program) {
        var session = NewSessions.drawn(text, program)
                .orElseThrow(() -> Problem.invalid(
                        "native_id",
                        "native_id takes a UUID, with new- before it where new_session_reconciles is true."));
        if (!sessions.find(List.of(session)).isEmpty()) {
            throw Problem.conflict("This session has been begun already: look for it in the list.");
        }
        return session;
    }

    private static Path folder(String text) {
        try {
            var folder = Path.of(text);
            if (folder.isAbsolute() && Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException none) {
            // the same sentence says it
        }
        throw Problem.invalid("folder", "folder takes the absolute path of a folder that is there.");
    }

    private static String prompt(String given, EngineProvider program) {
        var text = PlainText.of(given).strip();
        if (!program.manifest().takesPrompt()) {
            throw Problem.invalid("prompt", program.manifest().label() + " takes no first prompt: begin it without.");
        }
        if (text.isEmpty()) {
            throw Problem.invalid("prompt", "There is nothing in this prompt.");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw Problem.invalid("prompt", "A first prompt may have 16 KiB at most: put more of it into a file.");
        }
        return text;
    }
}
