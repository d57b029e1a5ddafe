package dev.svc.server.wiring.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.fleet.call.Answering;
import dev.svc.server.fleet.call.Call;
import dev.svc.server.fleet.call.Deed;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.http.gate.Json;
import dev.svc.server.mcp.SvcApi;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Does what other hosts ask for through the interface of this service, with the scopes that they are allowed: what its
/// gate and its routes refuse is refused to them as to everybody.
final class CallDesk implements Answering {
    private static final Logger LOG = Logger.getLogger(CallDesk.class.getName());
    private static final int TOO_LARGE = 413;
    private static final int LEAST_PAGE = 1;

    /// Leaves room for what goes along.
    private static final int MOST_JSON = Reply.LARGEST - (40 << 10);

    /// What a page of a conversation, and a search, may be narrowed by.
    private static final List<String> OF_PAGES = List.of("cursor", "before", "turn", "limit");

    private static final List<String> OF_SEARCHES =
            List.of("q", "limit", "engine", "folder", "role", "before", "after", "archived");

    private final OwnInterface own;
    private final Supplier<Organisation> organisation;

    CallDesk(OwnInterface own, Supplier<Organisation> organisation) {
        this.own = own;
        this.organisation = organisation;
    }

    @Override
    public Reply answer(Call call, Deed deed, String actor, Allowance allowed) {
        try {
            var arguments = Json.shared().readTree(call.arguments());
            if (!(arguments instanceof ObjectNode fields)) {
                return unfit();
            }
            return new Errand(call, actor, scopes(allowed), fields).run(deed);
        } catch (JsonProcessingException noObject) {
            LOG.log(Level.FINE, "not understood", noObject);
            return unfit();
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "what another host asked for could not be done", failed);
            return Reply.refused(503, "host_failed", "The service there does not answer: its log says why.");
        }
    }

    private static Reply unfit() {
        return Reply.refused(400, "bad_request", "The call was not understood there.");
    }

    private static Set<Scope> scopes(Allowance allowed) {
        var scopes = EnumSet.noneOf(Scope.class);
        if (allowed.includes(Allowance.READ)) {
            scopes.add(Scope.READ);
        }
        if (allowed.includes(Allowance.ORGANISE)) {
            scopes.add(Scope.ORGANISE);
        }
        if (allowed.includes(Allowance.DRIVE)) {
            scopes.add(Scope.DRIVE);
        }
        return scopes;
    }

    /// One call.
    private final class Errand {
        private final Call call;
        private final String actor;
        private final Set<Scope> scopes;
        private final ObjectNode arguments;

        /// How many turns the last page had.
        private int turns;

        Errand(Call call, String actor, Set<Scope> scopes, ObjectNode arguments) {
            this.call = call;
            this.actor = actor;
            this.scopes = scopes;
            this.arguments = arguments;
        }

        Reply run(Deed deed) throws IOException {
            var session = call.session();
            if (deed == Deed.SEARCH) {
                return read("/api/search", OF_SEARCHES, "");
            }
            if (session == null) {
                return unfit();
            }
            return switch (deed) {
                case SEARCH -> unfit();
                case HITS -> read("/api/search/hits", OF_SEARCHES, "&sid=" + encoded(session.toString()));
                case HISTORY -> pages(session, "/history");
                case TRANSCRIPT -> pages(session, "/transcript");
                case RENAME -> changed("POST", session, "/rename", only("title"));
                case FAVORITE -> changed("POST", session, "/favorite", null);
                case UNFAVORITE -> changed("POST", session, "/unfavorite", null);
                case ARCHIVE -> changed("POST", session, "/archive", null);
                case END_AND_ARCHIVE ->
                    changed(
                            "POST",
                            session,
                            "/archive",
                            Json.shared().createObjectNode().put("end", true));
                case UNARCHIVE -> changed("POST", session, "/unarchive", null);
                case SNOOZE -> changed("POST", session, "/snooze", only("until"));
                case WAKE -> changed("POST", session, "/wake", null);
                case ASSIGN -> assigned(session);
            };
        }

        /// Nothing of the call but what this deed takes goes on.
        private ObjectNode only(String field) {
            var body = Json.shared().createObjectNode();
            var value = arguments.path(field);
            if (value.isTextual()) {
                body.set(field, value);
            }
            return body;
        }

        private Reply changed(String method, SessionId session, String what, @Nullable JsonNode body)
                throws IOException {
            var reply = own.call(actor, scopes, method, path(session) + what, body);
            // What the row shows goes along by itself, and nothing else of it is for others to see.
            return good(reply) ? Reply.with(200, "{}") : refusal(reply);
        }

        /// Projects are known to other hosts by their names. One that is missing here is made.
        private Reply assigned(SessionId session) throws IOException {
            var body = Json.shared().createObjectNode();
            var name = arguments.path("project");
            if (!name.isTextual()) {
                return changed("PATCH", session, "/metadata", body.putNull("project_id"));
            }
            var known = project(name.asText());
            if (known.isPresent()) {
                return changed("PATCH", session, "/metadata", body.put("project_id", known.get()));
            }
            var wish = Json.shared().createObjectNode().put("name", name.asText());
            var made = own.call(actor, scopes, "POST", "/api/projects", wish);
            return good(made)
                    ? changed(
                            "PATCH",
                            session,
                            "/metadata",
                            body.put("project_id", made.body().path("id").asText()))
                    : refusal(made);
        }

        private Optional<String> project(String name) {
            var folded = Folding.fold(name);
            return organisation.get().projects().stream()
                    .filter(it -> Folding.fold(it.name()).equals(folded))
                    .map(Project::id)
                    .map(it -> it.value())
                    .findFirst();
        }

        /// A page that is too large for a message is asked for again with fewer turns.
        private Reply pages(SessionId session, String what) throws IOException {
            var reply = read(path(session) + what, OF_PAGES, "&format=json");
            while (reply.status() == TOO_LARGE && !what.equals("/transcript")) {
                int limit = turns / 2;
                if (limit < LEAST_PAGE) {
                    break;
                }
                arguments.put("limit", limit);
                reply = read(path(session) + what, OF_PAGES, "&format=json");
            }
            return reply;
        }

        private Reply read(String path, List<String> known, String more) throws IOException {
            var reply = own.call(actor, scopes, "GET", path + '?' + query(known) + more, null);
            if (!good(reply)) {
                return refusal(reply);
            }
            turns = reply.body().path("turns").size();
            byte[] json = Json.bytes(reply.body());
            return json.length > MOST_JSON
                    ? Reply.refused(TOO_LARGE, "too_large", "This is more than hosts send each other: open it there.")
                    : Reply.with(200, new String(json, UTF_8));
        }

        private String query(List<String> known) {
            var query = new StringBuilder();
            for (var name : known) {
                var value = arguments.path(name);
                if (value.isArray()) {
                    value.forEach(it -> add(query, name, it));
                } else if (!value.isMissingNode()) {
                    add(query, name, value);
                }
            }
            return query.toString();
        }

        private static void add(StringBuilder query, String name, JsonNode value) {
            if (value.isTextual() || value.isIntegralNumber()) {
                query.append(query.isEmpty() ? "" : "&")
                        .append(name)
                        .append('=')
                        .append(encoded(value.asText()));
            }
        }

        private static boolean good(SvcApi.Reply reply) {
            return reply.status() >= 200 && reply.status() < 300;
        }

        private static Reply refusal(SvcApi.Reply reply) {
            var code = reply.body().path("code").asText("host_failed");
            var detail = reply.body().path("detail").asText("It could not be done there.");
            return Reply.refused(reply.status(), code, detail);
        }
    }

    private static String path(SessionId session) {
        return "/api/sessions/" + encoded(session.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
