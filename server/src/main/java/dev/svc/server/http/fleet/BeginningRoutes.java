package dev.svc.server.http.fleet;

import dev.svc.server.auth.token.Scope;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;

/// What can be begun on other hosts and where, as those say it.
public final class BeginningRoutes {
    private final Optional<HostDesk> hosts;

    /// @param fleet empty on a host that is in none
    public BeginningRoutes(Optional<FleetList> fleet) {
        this.hosts = fleet.map(HostDesk::new);
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/hosts/{name}/beginnings", Policy.READ.forTokens(Scope.DRIVE), this::beginnings));
    }

    private void beginnings(ServerRequest request, ServerResponse response, Visitor visitor) {
        var name = request.path().pathParameters().get("name");
        var desk = hosts.orElseThrow(() -> Problem.notFound("This host is in no fleet."));
        if (desk.isHere(name)) {
            throw Problem.notFound("This is this host: its own programs and folders say what can be begun here.");
        }
        var answer = desk.ask(name, HostDeed.BEGINNINGS, null, HostDesk.nothing(), visitor);
        Json.send(
                response, ForeignBeginnings.read(ForeignJson.read(answer.reply().json())));
    }
}
