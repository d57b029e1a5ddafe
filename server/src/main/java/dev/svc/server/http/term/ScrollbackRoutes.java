package dev.svc.server.http.term;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.texts.TextWorkers;
import dev.svc.shared.text.PlainText;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// What a session's terminal printed, as it lies on the disk: raw, or as text without control sequences.
public final class ScrollbackRoutes {
    private static final int MOST = 1 << 30;

    private final Terminals terminals;
    private final SessionRoutes sessions;
    private final TextWorkers workers;

    /// @param workers that make text of what programs printed
    public ScrollbackRoutes(Terminals terminals, SessionRoutes sessions, TextWorkers workers) {
        this.terminals = terminals;
        this.sessions = sessions;
        this.workers = workers;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/scrollback", Policy.API_READ, this::read),
                Route.post("/api/scrollback/clear", Policy.CHANGE, this::clear));
    }

    private void read(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var query = new Parameters(request);
        var session = requireId(query.find("sid").orElse(""));
        boolean text = query.choice("format", Map.of("raw", false, "text", true), false);
        int tail = query.number("tail", 1, MOST, MOST);
        byte[] bytes = terminals
                .scrollback(session, ring -> tail(ring, tail))
                .orElseThrow(() -> Problem.notFound("This session has had no terminal here."));
        response.headers()
                .set(HeaderNames.CONTENT_TYPE, text ? "text/plain; charset=utf-8" : "application/octet-stream");
        response.send(text ? workers.errand(session).read(() -> plain(bytes)) : bytes);
    }

    private static byte[] tail(Ring ring, int most) {
        while (true) {
            int length = (int) Math.min(most, ring.end() - ring.start());
            byte[] bytes = new byte[length];
            int read = ring.read(ring.end() - length, bytes, 0, length);
            if (read >= 0) {
                return read == length ? bytes : Arrays.copyOf(bytes, read);
            }
        }
    }

    private static byte[] plain(byte[] bytes) {
        return PlainText.of(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    private void clear(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var session = requireId(Body.of(request, "sid").text("sid").orElse(""));
        var cleared = terminals.scrollback(session, ring -> {
            ring.clear();
            return true;
        });
        if (cleared.isEmpty()) {
            throw Problem.notFound("This session has had no terminal here.");
        }
        response.status(204).send();
    }

    private SessionId requireId(String text) {
        return sessions.requireId(text);
    }
}
