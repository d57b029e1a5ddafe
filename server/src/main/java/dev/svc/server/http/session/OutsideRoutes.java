package dev.svc.server.http.session;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.SessionId;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be done about a program that runs outside svc.
public final class OutsideRoutes {
    private final SessionRoutes sessions;
    private final Metadata metadata;
    private final RunningPrograms programs;
    private final Ending outside;

    /// Ends what runs outside.
    @FunctionalInterface
    public interface Ending {
        /// Asks it to end, and waits until it has.
        ///
        /// @return why it has not, as a sentence
        Optional<String> end(SessionId session);
    }

    public OutsideRoutes(SessionRoutes sessions, Metadata metadata, RunningPrograms programs, Ending outside) {
        this.sessions = sessions;
        this.metadata = metadata;
        this.programs = programs;
        this.outside = outside;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/sessions/{sid}/bring-here", Policy.API_DRIVE, this::bringHere));
    }

    /// The session can be resumed here afterwards. A terminal that was joined shows what is ended, and goes first.
    private void bringHere(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        if (!Body.ofOptional(request, "confirm").flag("confirm").orElse(false)) {
            throw Problem.invalid(
                    "confirm",
                    "This ends the program where it runs, and interrupts what it does: send \"confirm\": true.");
        }
        if (row.elsewhere() == null) {
            throw Problem.conflict("No program outside svc is known to be on this session, so there is none to end.");
        }
        outside.end(row.id()).ifPresent(sentence -> {
            throw Problem.conflict(sentence);
        });
        if (row.live()) {
            programs.endAll(List.of(row.id()));
        }
        var details = Map.of("session", row.id().toString(), "where", "outside svc");
        metadata.security(new SecurityEvent(Kind.PROGRAM_ENDED, details), visitor.actor());
        Json.send(response, sessions.view(sessions.seekRow(request)));
    }
}
