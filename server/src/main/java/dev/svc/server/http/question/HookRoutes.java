package dev.svc.server.http.question;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.http.connection.Connection;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.question.ProgramCalls.ForeignSessionException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

/// The address that programs on this host call while they ask. The token in it is one launch's; no login, no cookie.
public final class HookRoutes {
    /// A program may want to run or to write something long.
    private static final int MOST = 4 << 20;

    private static final List<HeaderName> FOREIGN = List.of(
            HeaderNames.ORIGIN,
            HeaderNames.COOKIE,
            HeaderNames.FORWARDED,
            HeaderNames.X_FORWARDED_FOR,
            HeaderNames.create("X-Forwarded-Host"),
            HeaderNames.create("X-Forwarded-Proto"),
            HeaderNames.create("X-Real-IP"),
            HeaderNames.create("Via"));

    private final ProgramCalls calls;

    public HookRoutes(ProgramCalls calls) {
        this.calls = calls;
    }

    public List<Route> routes() {
        return List.of(Route.post("/hook/{token}", Policy.OPEN, this::hook));
    }

    private void hook(ServerRequest request, ServerResponse response, Visitor visitor)
            throws IOException, InterruptedException {
        var call = calls.open(request.path().pathParameters().get("token"))
                .orElseThrow(() -> Problem.notFound("No program that runs here has this token."));
        requireThisHost(request);
        var body = new String(Json.body(request, MOST), UTF_8);
        Connection.current().ifPresent(connection -> {
            connection.showedLogin(); // the token is as good as one, and the call may wait for a person
            connection.watchHangUp(call::hungUp);
        });
        try {
            var answer = call.answer(body);
            response.headers().set(HeaderNames.CONTENT_TYPE, "application/json");
            response.headers().set(HeaderNames.CONNECTION, "close");
            response.send(answer.getBytes(UTF_8));
        } catch (ForeignSessionException foreign) {
            throw Problem.forbidden("session", "This is about another session than the one of the token.");
        } catch (IllegalArgumentException unreadable) {
            throw Problem.badRequest("This is no call of the program.");
        }
    }

    /// What came through a proxy comes from anywhere, and a browser is none of the programs.
    private static void requireThisHost(ServerRequest request) {
        boolean foreign = FOREIGN.stream().anyMatch(request.headers()::contains);
        if (foreign || !isLoopback(request.remotePeer().address())) {
            throw Problem.forbidden("loopback", "Only programs of this host may call this address.");
        }
    }

    private static boolean isLoopback(SocketAddress peer) {
        return peer instanceof InetSocketAddress socket
                && socket.getAddress() != null
                && socket.getAddress().isLoopbackAddress();
    }
}
