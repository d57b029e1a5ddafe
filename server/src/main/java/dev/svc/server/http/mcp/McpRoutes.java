package dev.svc.server.http.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.auth.token.Scope;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.mcp.McpServer;
import dev.svc.server.mcp.SvcApi;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.function.Function;

/// One message a request, one answer a response: nothing is kept between two, and nothing is streamed. What a tool asks
/// for is asked with the caller's own token, so it opens no more than that does.
public final class McpRoutes {
    private final String version;
    private final Function<String, SvcApi> apis;

    /// @param apis the interface for a token
    public McpRoutes(String version, Function<String, SvcApi> apis) {
        this.version = version;
        this.apis = apis;
    }

    public List<Route> routes() {
        return List.of(Route.post("/mcp", Policy.CHANGE.forTokens(Scope.READ), this::message));
    }

    private void message(ServerRequest request, ServerResponse response, Visitor visitor) {
        var token = RequestHead.of(request).bearer();
        if (token == null) {
            throw Problem.forbidden("scope", "This address takes programs with a token, and no login.");
        }
        var message = new String(Json.body(request, McpServer.LONGEST), UTF_8);
        var answer = new McpServer(version, apis.apply(token), visitor.drives()).answer(message);
        if (answer.isEmpty()) {
            response.status(202).send();
        } else {
            response.headers().set(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
            response.send(answer.get().getBytes(UTF_8));
        }
    }
}
