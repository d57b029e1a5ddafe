package dev.svc.server.http.push;

import dev.svc.server.engine.Engines;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.push.Looking;
import dev.svc.server.session.SessionId;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a visible page looks at. It says so again within a minute, and when it looks at something else or is hidden.
public final class LookingRoutes {
    private static final int LONGEST = 200;

    private final Looking looking;
    private final Engines engines;
    private final UnaryOperator<SessionId> resolve;

    /// @param resolve the present id of a session
    public LookingRoutes(Looking looking, Engines engines, UnaryOperator<SessionId> resolve) {
        this.looking = looking;
        this.engines = engines;
        this.resolve = resolve;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/looking", Policy.CHANGE, this::look));
    }

    private void look(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "sid");
        if (!body.has("sid")) {
            throw Problem.badRequest("The field sid is missing: it is null where no session is looked at.");
        }
        looking.look(who(request, visitor), body.text("sid").map(this::session).orElse(null));
        response.status(204).send();
    }

    private @Nullable SessionId session(String sid) {
        return engines.readId(sid).map(resolve).orElseThrow(() -> Problem.notFound("There is no session of this id."));
    }

    /// A login is one browser; without logins, what a browser says of itself and where it is.
    private static String who(ServerRequest request, Visitor visitor) {
        if (visitor.login() != null) {
            return visitor.login();
        }
        var agent = request.headers().value(HeaderNames.USER_AGENT).orElse("");
        return visitor.address() + " " + agent.substring(0, Math.min(agent.length(), LONGEST));
    }
}
