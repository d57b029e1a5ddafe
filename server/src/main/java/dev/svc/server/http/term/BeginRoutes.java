package dev.svc.server.http.term;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.CommandLine;
import dev.svc.server.terminal.launch.FirstPrompts;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// What a terminal will run before it does, and the first prompt of a new session on its way there.
public final class BeginRoutes {
    private final Terminals terminals;
    private final SessionRoutes sessions;

    public BeginRoutes(Terminals terminals, SessionRoutes sessions) {
        this.terminals = terminals;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/sessions/{sid}/command", Policy.API_READ, this::command),
                Route.post("/api/sessions/{sid}/prompt", Policy.API_DRIVE, this::prompt));
    }

    /// A command in an answer; nobody's shell reads it.
    ///
    /// @param prompted the first prompt stands at the end of the last word
    public record View(List<String> argv, boolean prompted, String folder, boolean exists, boolean moves) {
        static View of(CommandLine it) {
            return new View(
                    it.argv().stream().map(PlainText::line).toList(),
                    it.prompted(),
                    PlainText.line(it.folder().toString()),
                    it.exists(),
                    it.moves());
        }
    }

    private void command(ServerRequest request, ServerResponse response, Visitor visitor) {
        var query = new Parameters(request);
        var asked = new AttachRequest(
                session(request),
                Size.USUAL,
                null,
                query.flag("new"),
                query.find("cwd").map(BeginRoutes::path).orElse(null),
                query.flag("bypass"),
                "",
                false,
                null,
                query.flag("prompt"),
                query.flag("join") ? Join.YES : Join.NO,
                false);
        try {
            Json.send(response, View.of(terminals.command(asked)));
        } catch (Refusal refused) {
            throw problem(refused);
        } catch (IllegalArgumentException unfit) {
            throw Problem.badRequest("This program takes no first prompt.");
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException unnameable) {
            throw Problem.badRequest("cwd takes an absolute path.");
        }
    }

    private void prompt(ServerRequest request, ServerResponse response, Visitor visitor) {
        var session = session(request);
        var text =
                PlainText.of(Body.of(request, "prompt").requireText("prompt")).strip();
        if (text.isEmpty()) {
            throw Problem.invalid("prompt", "There is nothing in this prompt.");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > FirstPrompts.MOST_BYTES) {
            throw Problem.invalid("prompt", "A first prompt may have 16 KiB at most: put more of it into a file.");
        }
        try {
            terminals.prompt(session, text);
        } catch (Refusal refused) {
            throw problem(refused);
        }
        response.status(204).send();
    }

    private SessionId session(ServerRequest request) {
        return sessions.requireId(request.path().pathParameters().get("sid"));
    }

    private static Problem problem(Refusal refused) {
        var sentence = PlainText.line(refused.sentence());
        return switch (refused.reason()) {
            case UNKNOWN -> Problem.notFound(sentence);
            case HELD, NOT_STARTED -> Problem.conflict(sentence);
        };
    }
}
