package dev.svc.server.http.session;

import dev.svc.server.catalog.Row;
import dev.svc.server.change.AllChanges;
import dev.svc.server.change.ChangeScope;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// What a session changed.
public final class ChangesRoutes {
    private static final Logger LOG = Logger.getLogger(ChangesRoutes.class.getName());

    private final AllChanges changes;
    private final SessionRoutes sessions;

    public ChangesRoutes(AllChanges changes, SessionRoutes sessions) {
        this.changes = changes;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/sessions/{sid}/changes", Policy.API_READ, this::read));
    }

    private void read(ServerRequest request, ServerResponse response, Visitor visitor) {
        var query = new Parameters(request);
        var scope = query.choice("scope", ChangeScope.words(), ChangeScope.SESSION);
        boolean isCounted = query.flag("count");
        if (isCounted && scope != ChangeScope.SESSION) {
            throw Problem.badRequest("count=1 counts what the session itself changed: leave scope out.");
        }
        var row = sessions.seekRow(request);
        Json.send(
                response, reading(row, () -> isCounted ? changes.count(row.facts()) : changes.of(row.facts(), scope)));
    }

    private interface Reading {
        Object read() throws IOException;
    }

    private static Object reading(Row row, Reading reading) {
        try {
            return reading.read();
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the changes of " + row.id() + " could not be read");
            throw Problem.of(
                    422, "unreadable", "The program's log of this session cannot be read now; try again in a moment.");
        }
    }
}
