package dev.svc.server.wiring.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.fleet.call.Answering;
import dev.svc.server.fleet.call.HostCall;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.mcp.SvcApi;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.ArrayList;
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

    /// What a terminal may be opened with. Nobody starts a program that acts without asking from another host.
    private static final List<String> OF_TERMINALS = List.of("cols", "rows", "have", "tail", "viewer", "takeover");

    /// What the command of a new session depends on, but for what nobody begins from another host.
    private static final List<String> OF_COMMANDS = List.of("cwd", "prompt");

    private static final List<String> OF_EVENTS = List.of("limit", "before_seq");

    /// What is about no session in particular.
    private static final Set<HostDeed> OF_HOST = EnumSet.of(
            HostDeed.SEARCH,
            HostDeed.QUESTIONS,
            HostDeed.SETTLED,
            HostDeed.SEEN,
            HostDeed.ANSWER,
            HostDeed.BEGINNINGS,
            HostDeed.MAKE_FOLDER,
            HostDeed.BEGIN);

    /// What refusals say beside their sentence: what became of a question, and why a prompt took no text.
    private static final List<String> SAID_BESIDE = List.of("how", "receipt", "why", "screen");

    /// What of a question has no bound that a message keeps.
    private static final List<String> MAY_BE_LONG = List.of("text", "command", "diff");

    private final OwnInterface own;
    private final OwnTerminals terminals;
    private final Supplier<Organisation> organisation;

    CallDesk(OwnInterface own, OwnTerminals terminals, Supplier<Organisation> organisation) {
        this.own = own;
        this.terminals = terminals;
        this.organisation = organisation;
    }

    @Override
    public Reply answer(HostCall call, HostDeed deed, String actor, Allowance allowed) {
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

    @Override
    public Reply connect(HostCall call, String actor, HostLine line) {
        var session = call.session();
        try {
            if (session == null || !(Json.shared().readTree(call.arguments()) instanceof ObjectNode fields)) {
                return unfit();
            }
            terminals.serve(terminal(session, fields), new Visitor(actor, null, null, actor, true), line);
            return Reply.with(200, "{}");
        } catch (JsonProcessingException noObject) {
            LOG.log(Level.FINE, "not understood", noObject);
            return unfit();
        }
    }

    /// The address of the terminal's socket: of what was asked, only what says how it is looked at goes on.
    static String terminal(SessionId session, ObjectNode asked) {
        return "/ws/term/" + encoded(session.toString()) + '?' + query(asked, OF_TERMINALS, "");
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
        private final HostCall call;
        private final String actor;
        private final Set<Scope> scopes;
        private final ObjectNode arguments;

        /// How many turns, sessions or changes the last page had.
        private int had;

        Errand(HostCall call, String actor, Set<Scope> scopes, ObjectNode arguments) {
            this.call = call;
            this.actor = actor;
            this.scopes = scopes;
            this.arguments = arguments;
        }

        Reply run(HostDeed deed) throws IOException {
            var session = call.session();
            if (OF_HOST.contains(deed)) {
                return ofHost(deed);
            }
            return session == null ? unfit() : ofSession(deed, session);
        }

        /// What is about no session in particular.
        private Reply ofHost(HostDeed deed) throws IOException {
            return switch (deed) {
                case SEARCH -> narrowed("/api/search", OF_SEARCHES, "");
                case QUESTIONS -> listed("/api/questions", "questions");
                case SETTLED -> listed("/api/questions/settled?" + query(arguments, List.of("limit"), ""), "settled");
                case SEEN -> told("POST", question("/seen"), only("digest"));
                case ANSWER -> told("POST", question("/answer"), answer());
                case BEGINNINGS -> beginnings();
                case MAKE_FOLDER -> told("POST", "/api/folders/mkdir", only("parent", "name"));
                case BEGIN ->
                    told("POST", "/api/sessions", only("engine", "folder", "prompt", "native_id", "project_id"));
                default -> unfit();
            };
        }

        private Reply ofSession(HostDeed deed, SessionId session) throws IOException {
            return switch (deed) {
                case HITS -> read("/api/search/hits", OF_SEARCHES, "sid=" + encoded(session.toString()));
                case HISTORY -> narrowed(path(session) + "/history", OF_PAGES, "format=json");
                case TRANSCRIPT -> read(path(session) + "/transcript", List.of(), "format=json");
                case RENAME -> changed("POST", session, "/rename", only("title"));
                case FAVORITE -> changed("POST", session, "/favorite", null);
                case UNFAVORITE -> changed("POST", session, "/unfavorite", null);
                case ARCHIVE -> changed("POST", session, "/archive", null);
                case END ->
                    changed(
                            "POST",
                            session,
                            "/end",
                            Json.shared()
                                    .createObjectNode()
                                    .put("force", arguments.path("force").asBoolean()));
                case TERMINAL -> unfit(); // it is connected and not answered
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
                case SEND -> told("POST", path(session) + "/send", typed());
                case EVENTS -> events(path(session) + "/events?");
                case COMMAND -> told("GET", path(session) + "/command?" + query(arguments, OF_COMMANDS, "new=1"), null);
                default -> unfit();
            };
        }

        private String question(String what) {
            return "/api/questions/" + encoded(arguments.path("question").asText()) + what;
        }

        private ObjectNode answer() {
            var body = only("choice", "digest", "text");
            if (arguments.path("confirm").asBoolean()) {
                body.put("confirm", true);
            }
            return body;
        }

        private ObjectNode typed() {
            var body = only("text");
            if (arguments.path("wait_seconds").isInt()) {
                body.set("wait_seconds", arguments.path("wait_seconds"));
            }
            return body;
        }

        /// Nothing of the call but what this deed takes goes on.
        private ObjectNode only(String... fields) {
            var body = Json.shared().createObjectNode();
            for (var field : fields) {
                var value = arguments.path(field);
                if (value.isTextual()) {
                    body.set(field, value);
                }
            }
            return body;
        }

        /// What is answered goes on as it is, with its status.
        private Reply told(String method, String path, @Nullable JsonNode body) throws IOException {
            var reply = own.call(actor, scopes, method, path, body);
            return good(reply) ? Reply.with(reply.status(), text(reply.body())) : refusal(reply);
        }

        /// All of them, in their order, and as many whole as fit into a message. Of the others it is told that they
        /// are there.
        private Reply listed(String path, String name) throws IOException {
            var reply = own.call(actor, scopes, "GET", path, null);
            if (!good(reply)) {
                return refusal(reply);
            }
            var body = Json.shared().createObjectNode();
            fillOrWithhold(body.putArray(name), reply.body().path(name));
            return Reply.with(200, text(body));
        }

        private static void fillOrWithhold(ArrayNode list, JsonNode all) {
            var brief = new ArrayList<JsonNode>();
            int left = MOST_JSON;
            for (var one : all) {
                var shorter = withheld(one);
                left -= size(shorter);
                if (left < 0) {
                    break; // a message is full of what is not even shown
                }
                brief.add(shorter);
            }
            for (int i = 0; i < brief.size(); i++) {
                int more = size(all.get(i)) - size(brief.get(i));
                boolean fits = more <= left;
                left -= fits ? more : 0;
                list.add(fits ? all.get(i) : brief.get(i));
            }
        }

        /// Without what may be long, and without answers: nobody answers what they were not shown.
        private static JsonNode withheld(JsonNode one) {
            if (!(one.deepCopy() instanceof ObjectNode brief)) {
                return one;
            }
            for (var name : MAY_BE_LONG) {
                if (brief.has(name)) {
                    brief.putNull(name);
                }
            }
            if (brief.has("choices")) {
                brief.putArray("choices");
                brief.put("digest", "");
            }
            return brief.put("withheld", true);
        }

        private static int size(JsonNode one) {
            return Json.bytes(one).length + 1;
        }

        /// Of what this host has, only what choosing takes.
        private Reply beginnings() throws IOException {
            var asked = new ArrayList<JsonNode>();
            for (var path : BeginningsTold.ASKED) {
                var reply = own.call(actor, scopes, "GET", path, null);
                if (!good(reply)) {
                    return refusal(reply);
                }
                asked.add(reply.body());
            }
            return Reply.with(200, text(BeginningsTold.of(asked, MOST_JSON)));
        }

        /// Projects are told by ids; others know them by their names. A page that is too large for a message is asked
        /// for again with half as much.
        private Reply events(String path) throws IOException {
            var reply = ofEvents(path);
            while (reply.status() == TOO_LARGE && had / 2 >= LEAST_PAGE) {
                arguments.put("limit", had / 2);
                reply = ofEvents(path);
            }
            return reply;
        }

        private Reply ofEvents(String path) throws IOException {
            var reply = own.call(actor, scopes, "GET", path + query(arguments, OF_EVENTS, ""), null);
            if (!good(reply) || !(reply.body() instanceof ObjectNode page)) {
                return refusal(reply);
            }
            had = page.path("events").size();
            var names = page.putObject("projects");
            for (var event : page.path("events")) {
                named(event.path("data"), names);
                named(event.path("before"), names);
            }
            return fitting(Json.bytes(page));
        }

        private static Reply fitting(byte[] json) {
            return json.length > MOST_JSON
                    ? Reply.refused(TOO_LARGE, "too_large", "This is more than hosts send each other: open it there.")
                    : Reply.with(200, new String(json, UTF_8));
        }

        private void named(JsonNode told, ObjectNode names) {
            var id = told.path("project_id");
            if (id.isTextual()) {
                ProjectId.find(id.asText())
                        .flatMap(it -> organisation.get().project(it))
                        .ifPresent(project -> names.put(id.asText(), project.name()));
            }
        }

        private static String text(JsonNode body) {
            return new String(Json.bytes(body), UTF_8);
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

        /// A page that is too large for a message is asked for again with half as much.
        private Reply narrowed(String path, List<String> known, String more) throws IOException {
            var reply = read(path, known, more);
            while (reply.status() == TOO_LARGE && had / 2 >= LEAST_PAGE) {
                arguments.put("limit", had / 2);
                reply = read(path, known, more);
            }
            return reply;
        }

        private Reply read(String path, List<String> known, String more) throws IOException {
            var reply = own.call(actor, scopes, "GET", path + '?' + query(arguments, known, more), null);
            if (!good(reply)) {
                return refusal(reply);
            }
            had = Math.max(
                    reply.body().path("turns").size(),
                    reply.body().path("groups").size());
            return fitting(Json.bytes(forOthers(reply.body())));
        }

        /// Of a session that was found its id alone goes on: others have its row, and are not to see what it says
        /// beside.
        private static JsonNode forOthers(JsonNode found) {
            for (var group : found.path("groups")) {
                if (group instanceof ObjectNode fields) {
                    var id = fields.path("session").path("id").asText();
                    fields.putObject("session").put("id", id);
                }
            }
            return found;
        }

        private static boolean good(SvcApi.Reply reply) {
            return reply.status() >= 200 && reply.status() < 300;
        }

        private static Reply refusal(SvcApi.Reply reply) {
            var code = reply.body().path("code").asText("host_failed");
            var detail = reply.body().path("detail").asText("It could not be done there.");
            var more = Json.shared().createObjectNode();
            for (var member : SAID_BESIDE) {
                if (reply.body().has(member)) {
                    more.set(member, reply.body().path(member));
                }
            }
            return new Reply(reply.status(), code, detail, more.isEmpty() ? null : text(more));
        }
    }

    private static String query(ObjectNode arguments, List<String> known, String more) {
        var query = new StringBuilder(more);
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
            query.append(query.isEmpty() ? "" : "&").append(name).append('=').append(encoded(value.asText()));
        }
    }

    private static String path(SessionId session) {
        return "/api/sessions/" + encoded(session.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
