package dev.svc.server.http.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.EntryViews;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.Metadata;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who changed what and when, from the newest on.
public final class AuditRoutes {
    private static final int MOST = 500;
    private static final int USUAL = 100;

    private final Metadata metadata;
    private final SessionRoutes sessions;

    public AuditRoutes(Metadata metadata, SessionRoutes sessions) {
        this.metadata = metadata;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/audit", Policy.READ, this::audit),
                Route.get("/api/audit/export", Policy.READ, this::export),
                Route.get("/api/sessions/{sid}/events", Policy.API_READ, this::ofSession));
    }

    /// A page in an answer; no cursor on the last one.
    public record Listed(List<JsonNode> events, @Nullable Long nextBeforeSeq) {}

    private void audit(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        Json.send(response, page(AuditFilter.of(parameters, sessions.engines()), parameters));
    }

    private void ofSession(ServerRequest request, ServerResponse response, Visitor visitor) {
        var id = sessions.requireId(request.path().pathParameters().get("sid"));
        var page = page(AuditFilter.ofSession(id), new Parameters(request));
        if (visitor.isProgram()) {
            page.events().forEach(AuditRoutes::withoutOrigin);
        }
        Json.send(response, page);
    }

    /// By which login and from where a person came is for people alone.
    private static void withoutOrigin(JsonNode event) {
        if (event instanceof ObjectNode fields) {
            fields.remove("origin");
        }
    }

    private Listed page(AuditFilter filter, Parameters parameters) {
        int limit = parameters.number("limit", 1, MOST, USUAL);
        long before = parameters.number("before_seq", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        var now = metadata.organisation();
        var found = new ArrayList<Link>();
        metadata.journal().readBackwards(before == Integer.MAX_VALUE ? Long.MAX_VALUE : before, link -> {
            if (filter.isPast(link.entry())) {
                return false;
            }
            if (filter.wants(link.entry(), now)) {
                found.add(link);
            }
            return found.size() <= limit;
        });
        boolean more = found.size() > limit;
        var shown = more ? found.subList(0, limit) : found;
        return new Listed(
                shown.stream().map(EntryViews::of).toList(),
                more ? shown.getLast().entry().seq() : null);
    }

    /// A line for each entry, oldest first, as `svc journal import` takes them.
    private void export(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        response.headers().set(HeaderNames.CONTENT_TYPE, "application/x-ndjson; charset=utf-8");
        response.headers().set(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"svc-journal.jsonl\"");
        try (var out = new BufferedOutputStream(response.outputStream(), 64 << 10)) {
            metadata.journal().read(0, link -> {
                try {
                    out.write(EntryJson.line(link).getBytes(StandardCharsets.UTF_8));
                    out.write('\n');
                    return true;
                } catch (IOException gone) {
                    throw new UncheckedIOException(gone);
                }
            });
        }
    }
}
