package dev.svc.server.http.term;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Types a text into a running session and sends it, if its program is at an empty prompt.
public final class SendRoutes {
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_SECONDS = 60;
    private static final int USUAL_SECONDS = 5;

    private final SessionRoutes sessions;
    private final Sending sending;

    /// Whoever sends.
    public interface Sending {
        /// Waits until the program is at an empty prompt, and sends; says what was there instead once that takes too
        /// long.
        Sent send(SessionId session, String text, Duration patience, Actor actor) throws InterruptedException;
    }

    /// What became of a text.
    ///
    /// @param screen the last lines of the screen, where it was not sent
    public record Sent(AtPrompt now, List<String> screen) {}

    public SendRoutes(SessionRoutes sessions, Sending sending) {
        this.sessions = sessions;
        this.sending = sending;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/sessions/{sid}/send", Policy.API_DRIVE, this::send));
    }

    private void send(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        var session = sessions.requireId(request.path().pathParameters().get("sid"));
        var body = Body.of(request, "text", "wait_seconds");
        var text = PlainText.of(body.requireText("text")).strip();
        if (text.isEmpty()) {
            throw Problem.invalid("text", "There is nothing in this text.");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw Problem.invalid("text", "A text may have 64 KiB at most: put more of it into a file.");
        }
        int seconds = body.number("wait_seconds").orElse(USUAL_SECONDS);
        if (seconds < 0 || seconds > MOST_SECONDS) {
            throw Problem.invalid("wait_seconds", "wait_seconds takes a number from 0 to %d.".formatted(MOST_SECONDS));
        }
        var sent = sending.send(session, text, Duration.ofSeconds(seconds), visitor.actor());
        if (sent.now() != AtPrompt.READY) {
            throw refused(sent);
        }
        Json.send(response, Map.of("sent", true));
    }

    private static Problem refused(Sent sent) {
        return switch (sent.now()) {
            case GONE ->
                Problem.conflict(
                        "not_running", "No program of this session runs under svc, so nothing was sent.", Map.of());
            case QUESTION -> notReady("question", "It asks something, so nothing was sent: answer that first.", sent);
            case WORKING -> notReady("working", "It is at work, so nothing was sent.", sent);
            case TYPING ->
                notReady(
                        "typing",
                        "Somebody is typing there, or typed something that was not sent: nothing was sent.",
                        sent);
            case FILLED ->
                notReady(
                        "text",
                        "Its prompt has a text in it that was not sent, so nothing was sent: send that or delete it"
                                + " first.",
                        sent);
            case NOT_YET, READY ->
                notReady("unknown", "Its screen shows no prompt that svc knows, so nothing was sent.", sent);
        };
    }

    private static Problem notReady(String why, String sentence, Sent sent) {
        var screen = sent.screen().stream().map(PlainText::line).toList();
        return Problem.conflict("not_ready", sentence, Map.of("why", why, "screen", screen));
    }
}
