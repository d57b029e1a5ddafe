package dev.svc.server.http.session;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;

/// A session goes on at a time, once. Both answer with the resulting row.
public final class ContinueRoutes {
    private static final String USUAL = "continue";

    private final SessionRoutes sessions;
    private final Metadata metadata;

    public ContinueRoutes(SessionRoutes sessions, Metadata metadata) {
        this.sessions = sessions;
        this.metadata = metadata;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/sessions/{sid}/continue-at", Policy.API_DRIVE, this::set),
                Route.delete("/api/sessions/{sid}/continue-at", Policy.API_DRIVE, this::cancel));
    }

    private void set(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var body = Body.of(request, "at", "text");
        metadata.continueAt(
                row.id(), time(body.requireText("at")), body.text("text").orElse(USUAL), visitor.actor());
        answer(request, response);
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException none) {
            throw Problem.badRequest("at takes a time such as 2026-11-21T10:00:00Z.");
        }
    }

    private void cancel(ServerRequest request, ServerResponse response, Visitor visitor) {
        metadata.cancelContinuing(sessions.seekRow(request).id(), visitor.actor());
        answer(request, response);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        Json.send(response, sessions.view(sessions.seekRow(request)));
    }
}
