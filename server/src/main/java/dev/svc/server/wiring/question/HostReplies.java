package dev.svc.server.wiring.question;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.question.QuestionView;
import dev.svc.server.question.GivenAnswer;
import dev.svc.server.question.How;
import dev.svc.server.question.Outcome;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Responder;
import dev.svc.server.terminal.attach.Replies;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers commands of this host: `svc answer` in the words of the routes, and all others with what opens those.
final class HostReplies implements Replies {
    private static final Responder HOST = new Responder("svc answer", "cli", null, null);

    private final ObjectMapper json = Json.shared();
    private final Questions questions;
    private final Engines engines;
    private final OwnAddress address;
    private final Supplier<String> tokens;

    /// @param tokens makes one that opens everything to this host's own user
    HostReplies(Questions questions, Engines engines, OwnAddress address, Supplier<String> tokens) {
        this.questions = questions;
        this.engines = engines;
        this.address = address;
        this.tokens = tokens;
    }

    @Override
    public String access() {
        var said = json.createObjectNode();
        address.bound()
                .ifPresent(it ->
                        said.put("address", it.address()).put("port", it.port()).put("token", tokens.get()));
        return said.toString();
    }

    @Override
    public String questions(String session) {
        var id = engines.findId(session);
        List<QuestionView> asked = questions.open().stream()
                .filter(it ->
                        session.isEmpty() || id.filter(it.session()::equals).isPresent())
                .map(QuestionView::of)
                .toList();
        return json.valueToTree(asked).toString();
    }

    @Override
    public String answer(String wish) {
        try {
            return answer(json.readTree(wish)).toString();
        } catch (IOException unreadable) {
            return said("bad_request").toString();
        }
    }

    private ObjectNode answer(JsonNode wish) {
        var words = wish.path("text").isTextual() ? wish.path("text").asText() : null;
        var digest = wish.path("digest").asText();
        var id = wish.path("id").asText();
        questions.seen(id, digest);
        var outcome = questions.answer(
                id,
                new GivenAnswer(
                        wish.path("choice").asText(),
                        words,
                        digest,
                        wish.path("confirm").asBoolean(),
                        HOST));
        return switch (outcome) {
            case Outcome.Taken it -> said(it.settled().how().word());
            case Outcome.Sent _ -> said("sent");
            case Outcome.Late it when it.settled() != null -> late(it.settled().how(), it.by());
            case Outcome.Late it -> said("settled").put("by", it.by());
            case Outcome.Changed _ -> said("changed");
            case Outcome.Unknown _ -> said("unknown");
            case Outcome.NotSent _ -> said("not_sent");
            case Outcome.Unfit it -> said("unfit").put("flaw", it.flaw().name());
        };
    }

    private ObjectNode late(How how, @Nullable String by) {
        return said("settled").put("how", how.word()).put("by", by);
    }

    private ObjectNode said(String outcome) {
        return json.createObjectNode().put("outcome", outcome);
    }
}
