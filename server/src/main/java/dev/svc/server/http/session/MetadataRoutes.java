package dev.svc.server.http.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Archiving;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Times;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The organisation at any moment, and the way back.
public final class MetadataRoutes {
    /// For files to move before an undoing is answered.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Metadata metadata;
    private final Archiving archiving;

    public MetadataRoutes(Metadata metadata, Archiving archiving) {
        this.metadata = metadata;
        this.archiving = archiving;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/metadata", Policy.API_READ, this::asOf),
                Route.post("/api/metadata/undo", Policy.API_ORGANISE, this::undo));
    }

    /// The entries that an undoing appended; none when everything already was as before.
    ///
    /// @param pending whether files are still being moved, so that the list does not show all of it yet
    public record Undone(List<JsonNode> events, boolean pending) {}

    private void asOf(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        var at = Times.find(parameters, "at");
        if (at.isPresent() && parameters.find("seq").isPresent()) {
            throw Problem.badRequest("Name a time or a number, not both.");
        }
        long seq = at.map(metadata.journal()::seqAt)
                .orElseGet(() -> (long) parameters.number("seq", 0, Integer.MAX_VALUE, Integer.MAX_VALUE));
        Json.send(response, EntryViews.of(metadata.journal().asOf(seq)));
    }

    private void undo(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "seq", "batch", "force");
        boolean force = body.flag("force").orElse(false);
        var seq = body.number("seq");
        var batch = body.text("batch").map(MetadataRoutes::batch);
        if (seq.isPresent() == batch.isPresent()) {
            throw Problem.badRequest("Name a seq or a batch, one of them.");
        }
        var change = seq.isPresent()
                ? metadata.undo(seq.get(), force, visitor.actor())
                : metadata.undoBatch(batch.orElseThrow(), force, visitor.actor());
        Json.send(response, new Undone(events(change), !archiving.awaitShown(change, PATIENCE)));
    }

    private static UUID batch(String text) {
        return Optional.of(text)
                .filter(it -> it.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"))
                .map(UUID::fromString)
                .orElseThrow(() -> Problem.badRequest("batch takes the id of a batch."));
    }

    private List<JsonNode> events(Change change) {
        var events = new ArrayList<JsonNode>();
        if (!change.isNothing()) {
            long last = change.entries().getLast().seq();
            metadata.journal().read(change.entries().getFirst().seq() - 1, link -> {
                events.add(EntryViews.of(link));
                return link.entry().seq() < last;
            });
        }
        return events;
    }
}
