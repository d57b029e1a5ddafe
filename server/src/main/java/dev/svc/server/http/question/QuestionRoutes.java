package dev.svc.server.http.question;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.question.GivenAnswer;
import dev.svc.server.question.Outcome;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Receipt;
import dev.svc.server.question.Responder;
import dev.svc.server.question.SettledQuestion;
import dev.svc.shared.text.PlainText;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What programs ask, and the answers.
public final class QuestionRoutes {
    private static final int LONGEST_WORDS = 4_000;
    private static final int MOST_SETTLED = 100;
    private static final int USUAL_SETTLED = 20;

    private final Questions questions;

    public QuestionRoutes(Questions questions) {
        this.questions = questions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/questions", Policy.API_READ, this::open),
                Route.get("/api/questions/settled", Policy.API_READ, this::settled),
                Route.post("/api/questions/{id}/seen", Policy.API_DRIVE, this::seen),
                Route.post("/api/questions/{id}/answer", Policy.API_DRIVE, this::answer));
    }

    private void open(ServerRequest request, ServerResponse response, Visitor visitor) {
        var all = questions.open().stream().map(QuestionView::of).toList();
        Json.send(response, Map.of("questions", all));
    }

    private void settled(ServerRequest request, ServerResponse response, Visitor visitor) {
        int limit = new Parameters(request).number("limit", 1, MOST_SETTLED, USUAL_SETTLED);
        var all = questions.recent(limit).stream().map(QuestionView.Settled::of).toList();
        Json.send(response, Map.of("settled", all));
    }

    private void seen(ServerRequest request, ServerResponse response, Visitor visitor) {
        var digest = Body.of(request, "digest").requireText("digest");
        // A dialog may be drawn again or answered while this is on its way: that is no fault of who says it.
        Json.send(response, Map.of("current", questions.seen(id(request), digest)));
    }

    private static String device(ServerRequest request, Visitor visitor) {
        return visitor.isProgram()
                ? visitor.author()
                : Device.of(request.headers().value(HeaderNames.USER_AGENT).orElse(""));
    }

    private void answer(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "choice", "text", "digest", "confirm");
        var answer = new GivenAnswer(
                body.requireText("choice"),
                body.text("text").map(QuestionRoutes::words).orElse(null),
                body.requireText("digest"),
                body.flag("confirm").orElse(false),
                new Responder(device(request, visitor), visitor.author(), visitor.login(), visitor.address()));
        switch (questions.answer(id(request), answer)) {
            case Outcome.Taken it -> Json.send(response, taken(it.settled()));
            case Outcome.Sent it -> {
                response.status(202);
                Json.send(response, Map.of("receipt", QuestionView.Receipt.of(it.receipt())));
            }
            case Outcome.Late it -> throw late(it.settled(), it.by());
            case Outcome.Changed _ -> throw changed();
            case Outcome.Unknown _ -> throw unknown();
            case Outcome.NotSent _ ->
                throw Problem.of(
                        503, "not_sent", "It could not be handed over, and the question is open still: try again.");
            case Outcome.Unfit it -> throw unfit(it.flaw());
        }
    }

    private static String id(ServerRequest request) {
        return request.path().pathParameters().get("id");
    }

    /// They reach the program as they are, but for what no keyboard types.
    private static String words(String text) {
        if (text.length() > LONGEST_WORDS) {
            throw Problem.invalid("text", "This may have %d characters at most.".formatted(LONGEST_WORDS));
        }
        var plain = PlainText.of(text).strip();
        if (plain.isEmpty()) {
            throw Problem.invalid("text", "There is nothing in these words.");
        }
        return plain;
    }

    private static Map<String, Object> taken(SettledQuestion settled) {
        var view = QuestionView.Settled.of(settled);
        return members(view.how(), settled.receipt());
    }

    private static Map<String, Object> members(String how, @Nullable Receipt receipt) {
        var members = new HashMap<String, Object>();
        members.put("how", how);
        members.put("receipt", receipt == null ? null : QuestionView.Receipt.of(receipt));
        return members;
    }

    private static Problem late(@Nullable SettledQuestion settled, @Nullable String by) {
        if (settled == null) {
            return Problem.conflict("settled", "%s was first.".formatted(by == null ? "Somebody else" : by), Map.of());
        }
        var sentence = by == null ? "This is no longer asked." : "%s was first.".formatted(by);
        return Problem.conflict("settled", sentence, members(settled.how().word(), settled.receipt()));
    }

    private static Problem changed() {
        return Problem.conflict("changed", "Something else is asked now: look at it again.", Map.of());
    }

    private static Problem unknown() {
        return Problem.notFound("There is no such question.");
    }

    private static Problem unfit(Outcome.Flaw flaw) {
        return switch (flaw) {
            case NO_SUCH_CHOICE -> Problem.badRequest("The question has no such choice.");
            case TERMINAL_ONLY -> Problem.invalid("choice", "This can be chosen in the terminal only.");
            case NOT_CONFIRMED ->
                Problem.invalid("confirm", "This also answers later questions: send \"confirm\": true.");
            case WORDS_MISSING -> Problem.invalid("text", "This answer needs words.");
            case NO_WORDS -> Problem.invalid("text", "This answer takes no words.");
        };
    }
}
