package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks other hosts for somebody who waits, and says what they refuse as this host's own routes would.
final class HostDesk {
    /// A person waits for it.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int UNREADABLE = 422;
    private static final int TOO_LARGE = 413;
    private static final int CONFLICT = 409;
    private static final int SERVER_FAILED = 500;
    private static final int LONGEST_LINE = 1_000;
    private static final int MOST_LINES = 100;
    private static final List<String> WHY_NOT_READY = List.of("question", "working", "typing", "text", "unknown");

    /// What a host refuses by rules of its own, in sentences that its own page shows as well.
    private static final List<String> BY_ITS_RULES = List.of("disabled", "invalid");

    private final FleetList list;

    HostDesk(FleetList list) {
        this.list = list;
    }

    /// Who sits at this host: the account, or the token of a program.
    static String person(Visitor visitor) {
        return visitor.isProgram() || visitor.name() == null ? visitor.author() : visitor.name();
    }

    static ObjectNode nothing() {
        return Json.shared().createObjectNode();
    }

    /// Whether a name is that of this host.
    boolean isHere(String host) {
        return host.equals(list.fleet().self().name());
    }

    /// What a host answers that does it; what it refuses, and that it is not there, is a problem.
    ///
    /// @param session on that host; null where it is about none
    Reply.WithRow ask(String host, HostDeed deed, @Nullable SessionId session, ObjectNode arguments, Visitor visitor) {
        return ask(host, new Calling.Wish(deed, session, arguments.toString(), person(visitor), PATIENCE));
    }

    Reply.WithRow ask(String host, Calling.Wish wish) {
        try {
            var answer = list.fleet().call(host, wish);
            if (!answer.reply().isGood()) {
                throw refused(answer.reply(), host);
            }
            return answer;
        } catch (NoAnswerException none) {
            throw switch (none.why()) {
                case OFFLINE -> Problem.of(503, "host_offline", none.sentence());
                case LATE -> Problem.of(504, "host_late", none.sentence());
                case BUSY -> Problem.of(503, "busy", none.sentence());
                case TOO_LARGE -> Problem.badRequest(none.sentence());
            };
        }
    }

    /// The same; what it refuses by its rules says that those are the rules of that host.
    Reply.WithRow askWhoDecides(String host, HostDeed deed, ObjectNode arguments, Visitor visitor) {
        try {
            return ask(host, deed, null, arguments, visitor);
        } catch (Problem refused) {
            throw BY_ITS_RULES.contains(refused.code())
                    ? Problem.of(
                            refused.status(), refused.code(), "%s decides that: %s".formatted(host, refused.detail()))
                    : refused;
        }
    }

    /// As the owner answered it.
    static void pass(ServerResponse response, Reply.WithRow answer) {
        Json.send(response, ForeignJson.read(answer.reply().json()));
    }

    /// As the owner refused it. What this host would never say by itself is not taken over.
    private static Problem refused(Reply reply, String host) {
        var code = reply.code() == null ? "host_failed" : reply.code();
        var detail = reply.detail() == null ? "The other host could not do it." : reply.detail();
        return switch (reply.status()) {
            case CONFLICT -> Problem.conflict(code, detail, members(code, reply, host));
            case 400, 403, 404, 422 -> Problem.of(reply.status(), code, detail);
            case TOO_LARGE -> Problem.of(UNREADABLE, code, detail);
            default -> Problem.of(503, reply.status() < SERVER_FAILED ? "host_failed" : code, detail);
        };
    }

    /// What some refusals say beside their sentence.
    private static Map<String, Object> members(String code, Reply reply, String host) {
        if (reply.json() == null) {
            return Map.of();
        }
        var told = ForeignJson.read(reply.json());
        return switch (code) {
            case "settled" -> RemoteQuestions.settlement(told, host);
            case "not_ready" -> notReady(told);
            default -> Map.of();
        };
    }

    private static Map<String, Object> notReady(ObjectNode told) {
        var members = new HashMap<String, Object>();
        var why = told.path("why").asText();
        members.put("why", WHY_NOT_READY.contains(why) ? why : "unknown");
        var screen = new ArrayList<String>();
        for (var line : told.path("screen")) {
            if (line.isTextual() && screen.size() < MOST_LINES) {
                var text = PlainText.line(line.asText());
                screen.add(text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE));
            }
        }
        members.put("screen", screen);
        return members;
    }
}
