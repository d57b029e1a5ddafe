package dev.svc.server.http.session;

import dev.svc.server.engine.Engines;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.ETagResponse;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;

/// Saved views: names for filters of the list. The server keeps them; applying one is the page's.
public final class ViewRoutes {
    private final Metadata metadata;
    private final Engines engines;

    public ViewRoutes(Metadata metadata, Engines engines) {
        this.metadata = metadata;
        this.engines = engines;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/views", Policy.API_READ, this::list),
                Route.post("/api/views", Policy.API_ORGANISE, this::create),
                Route.patch("/api/views/{id}", Policy.API_ORGANISE, this::change),
                Route.delete("/api/views/{id}", Policy.API_ORGANISE, this::delete));
    }

    /// A saved view in an answer.
    public record View(String id, String name, String query) {}

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var views =
                metadata.organisation().views().stream().map(ViewRoutes::view).toList();
        ETagResponse.send(request, response, Map.of("views", views));
    }

    private void create(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "name", "query");
        var query = ViewQuery.canonical(body.requireText("query"), engines);
        var view = metadata.createView(body.requireText("name"), query, visitor.actor());
        response.status(201);
        Json.send(response, view(view));
    }

    private void change(ServerRequest request, ServerResponse response, Visitor visitor) {
        var id = requireId(request);
        var body = Body.of(request, "name", "query");
        var query = body.text("query").map(typed -> ViewQuery.canonical(typed, engines));
        var change = metadata.changeView(id, body.text("name").orElse(null), query.orElse(null), visitor.actor());
        Json.send(response, view(change.after().view(id).orElseThrow(ViewRoutes::none)));
    }

    private void delete(ServerRequest request, ServerResponse response, Visitor visitor) {
        metadata.deleteView(requireId(request), visitor.actor());
        response.status(204).send();
    }

    private ViewId requireId(ServerRequest request) {
        return ViewId.find(request.path().pathParameters().get("id"))
                .filter(id -> metadata.organisation().view(id).isPresent())
                .orElseThrow(ViewRoutes::none);
    }

    private static Problem none() {
        return Problem.notFound("There is no view of this id.");
    }

    private static View view(SavedView view) {
        return new View(view.id().value(), PlainText.line(view.name()), PlainText.line(view.query()));
    }
}
