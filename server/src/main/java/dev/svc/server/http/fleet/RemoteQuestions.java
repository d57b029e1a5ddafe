package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.http.fleet.RemoteRoutes.Way;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.How;
import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Questions of programs on other hosts: read there, and answered there. Here a question has the name of its host
/// behind its id, as its session has. Nothing is decided here; the digest of what was shown goes along.
///
/// What another host says is taken over field by field: only what a page knows, of the kind that it expects.
final class RemoteQuestions {
    private static final int LONGEST_WORD = 200;
    private static final int SENT = 202;

    /// Characters of the program itself, which pages show as what they are: cleaned, they would be others than those
    /// that are approved.
    private static final String[] RAW = {"command", "diff"};

    private final HostDesk hosts;

    RemoteQuestions(HostDesk hosts) {
        this.hosts = hosts;
    }

    /// By method and path.
    Map<String, Way> ways() {
        return Map.of(
                "GET /api/questions",
                listed(HostDeed.QUESTIONS, "questions", (one, host) -> question(one, host)),
                "GET /api/questions/settled",
                listed(HostDeed.SETTLED, "settled", (one, host) -> settled(one, host), "limit"),
                "POST /api/questions/{id}/seen",
                this::seen,
                "POST /api/questions/{id}/answer",
                this::answer);
    }

    private interface Reading {
        Optional<ObjectNode> read(JsonNode told, String host);
    }

    private Way listed(HostDeed deed, String name, Reading reading, String... parameters) {
        return (request, response, visitor) -> {
            var host = new Parameters(request).find("host").orElse("");
            if (host.isEmpty() || hosts.isHere(host)) {
                return false;
            }
            var answer = hosts.ask(host, deed, null, RemoteRoutes.query(request, parameters), visitor);
            var told = ForeignJson.read(answer.reply().json(), RAW);
            var list = HostDesk.nothing();
            var known = list.putArray(name);
            told.path(name).forEach(one -> reading.read(one, host).ifPresent(known::add));
            Json.send(response, list);
            return true;
        };
    }

    /// A question of another host, in the two parts of its id.
    private record Asked(String host, String id) {
        static Optional<Asked> of(String id) {
            int mark = id.lastIndexOf('@');
            return mark < 0 ? Optional.empty() : Optional.of(new Asked(id.substring(mark + 1), id.substring(0, mark)));
        }
    }

    private Optional<Asked> asked(ServerRequest request) {
        return Asked.of(request.path().pathParameters().get("id")).filter(it -> !hosts.isHere(it.host()));
    }

    private boolean seen(ServerRequest request, ServerResponse response, Visitor visitor) {
        var asked = asked(request);
        asked.ifPresent(it -> {
            var digest = Body.of(request, "digest").requireText("digest");
            var wish = HostDesk.nothing().put("question", it.id()).put("digest", digest);
            var told = told(hosts.ask(it.host(), HostDeed.SEEN, null, wish, visitor));
            Json.send(response, Map.of("current", told.path("current").asBoolean()));
        });
        return asked.isPresent();
    }

    private boolean answer(ServerRequest request, ServerResponse response, Visitor visitor) {
        var asked = asked(request);
        asked.ifPresent(it -> {
            var body = Body.of(request, "choice", "text", "digest", "confirm");
            var wish = HostDesk.nothing()
                    .put("question", it.id())
                    .put("choice", body.requireText("choice"))
                    .put("digest", body.requireText("digest"));
            body.text("text").ifPresent(text -> wish.put("text", text));
            body.flag("confirm").ifPresent(sure -> wish.put("confirm", sure));
            var answer = hosts.ask(it.host(), HostDeed.ANSWER, null, wish, visitor);
            var members = settlement(told(answer), it.host());
            boolean isTaken = members.get("how") != null && answer.reply().status() != SENT;
            if (members.get("receipt") == null) {
                throw ForeignJson.none();
            }
            if (!isTaken) {
                members.remove("how");
                response.status(SENT);
            }
            Json.send(response, members);
        });
        return asked.isPresent();
    }

    private static ObjectNode told(Reply.WithRow answer) {
        return ForeignJson.read(answer.reply().json());
    }

    /// What became of a question, as an answer or a refusal says it.
    static Map<String, Object> settlement(ObjectNode told, String host) {
        var members = new HashMap<String, Object>();
        how(told.path("how")).ifPresent(it -> members.put("how", it));
        if (told.has("receipt")) {
            members.put("receipt", receipt(told.path("receipt"), host).orElse(null));
        }
        return members;
    }

    static Optional<ObjectNode> question(JsonNode told, String host) {
        var known = HostDesk.nothing();
        var session = session(told, host, known);
        if (session.isEmpty() || !isQuestion(told)) {
            return Optional.empty();
        }
        known.set("since", time(told.path("since")));
        known.put("kind", word(told.path("kind"), kinds(), "choice"));
        text(known, told, "tool", LONGEST_WORD);
        known.put("title", told.path("title").asText());
        for (var name : List.of("text", "command", "diff", "cwd")) {
            text(known, told, name, Integer.MAX_VALUE);
        }
        var choices = known.putArray("choices");
        told.path("choices").forEach(one -> choice(one).ifPresent(choices::add));
        known.put("channel", word(told.path("channel"), channels(), AnswerChannel.SCREEN.word()));
        known.put("digest", told.path("digest").asText());
        known.set("seen_at", time(told.path("seen_at")));
        text(known, told, "in_hand", LONGEST_WORD);
        known.put("outside", told.path("outside").asBoolean());
        if (told.path("withheld").asBoolean()) {
            known.put("withheld", true);
            known.putArray("choices");
        }
        return Optional.of(known);
    }

    private static boolean isQuestion(JsonNode told) {
        return Stream.of("title", "digest").allMatch(name -> told.path(name).isTextual())
                && time(told.path("since")) != null;
    }

    /// The ids, each with its host behind it.
    private static Optional<SessionId> session(JsonNode told, String host, ObjectNode known) {
        var id = told.path("id");
        var session = SessionId.find(told.path("sid").asText());
        if (!id.isTextual() || id.asText().isEmpty() || id.asText().length() > LONGEST_WORD) {
            return Optional.empty();
        }
        session.ifPresent(it -> known.put("id", id.asText() + '@' + host)
                .put("sid", it.toString() + '@' + host)
                .put("engine", it.engine().toString()));
        return session;
    }

    /// What a choice does that this release does not know is seen in the terminal.
    private static Optional<ObjectNode> choice(JsonNode told) {
        if (!told.path("key").isTextual() || !told.path("label").isTextual()) {
            return Optional.empty();
        }
        return Optional.of(chosen(told)
                .put("lasting", told.path("lasting").asBoolean())
                .put("words", told.path("words").asBoolean()));
    }

    private static ObjectNode chosen(JsonNode told) {
        return HostDesk.nothing()
                .put("key", told.path("key").asText())
                .put("label", told.path("label").asText())
                .put("effect", word(told.path("effect"), effects(), "terminal"));
    }

    private static Optional<ObjectNode> settled(JsonNode told, String host) {
        var known = HostDesk.nothing();
        var at = time(told.path("at"));
        var how = how(told.path("how"));
        if (session(told, host, known).isEmpty() || at == null || how.isEmpty()) {
            return Optional.empty();
        }
        known.put("title", told.path("title").asText());
        known.put("kind", word(told.path("kind"), kinds(), "choice"));
        text(known, told, "command", Integer.MAX_VALUE);
        known.put("how", how.get());
        known.set("at", at);
        known.set("receipt", receipt(told.path("receipt"), host).orElse(null));
        known.put("can_be_allowed", false); // what is allowed from now on, each host's own page says
        return Optional.of(known);
    }

    /// Who answered on that host is named with it; who did from another one has the name of that one already.
    private static Optional<ObjectNode> receipt(JsonNode told, String host) {
        var at = time(told.path("answered_at"));
        if (at == null) {
            return Optional.empty();
        }
        var by = told.path("by").asText();
        var known = HostDesk.nothing();
        known.set("shown_at", time(told.path("shown_at")));
        known.set("answered_at", at);
        known.set("taken_at", time(told.path("taken_at")));
        known.put("by", by.contains("@") ? by : by + " at " + host);
        known.set("choice", told.path("choice").isObject() ? chosen(told.path("choice")) : null);
        text(known, told, "text", Integer.MAX_VALUE);
        return Optional.of(known);
    }

    private static Optional<String> how(JsonNode told) {
        return Arrays.stream(How.values())
                .map(How::word)
                .filter(it -> it.equals(told.asText()))
                .findFirst();
    }

    private static List<String> kinds() {
        return Arrays.stream(Ask.Kind.values()).map(Parameters::word).toList();
    }

    private static List<String> effects() {
        return Arrays.stream(Ask.Effect.values()).map(Parameters::word).toList();
    }

    private static List<String> channels() {
        return Arrays.stream(AnswerChannel.values()).map(AnswerChannel::word).toList();
    }

    private static String word(JsonNode told, List<String> known, String otherwise) {
        return known.contains(told.asText()) ? told.asText() : otherwise;
    }

    private static void text(ObjectNode known, JsonNode told, String name, int longest) {
        var text = told.path(name);
        if (text.isTextual()) {
            var said = text.asText();
            known.put(name, said.length() <= longest ? said : said.substring(0, longest));
        } else {
            known.putNull(name);
        }
    }

    private static @Nullable JsonNode time(JsonNode told) {
        try {
            return told.isTextual() ? Json.shared().valueToTree(Instant.parse(told.asText())) : null;
        } catch (DateTimeException none) {
            return null;
        }
    }
}
