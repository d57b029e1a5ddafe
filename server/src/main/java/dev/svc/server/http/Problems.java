package dev.svc.server.http;

import dev.svc.server.auth.NotStoredException;
import dev.svc.server.auth.TooManyAttemptsException;
import dev.svc.server.auth.TwoFactorBrokenException;
import dev.svc.server.http.account.AccountProblems;
import dev.svc.server.http.account.LoginPages;
import dev.svc.server.http.account.LoginText;
import dev.svc.server.http.gate.ClientDisconnect;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.SecurityHeaders;
import dev.svc.server.http.session.ChangeProblems;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The one table from failures to answers. No answer carries a stack trace or a path of the host.
final class Problems {
    private static final Logger LOG = Logger.getLogger(Problems.class.getName());
    private static final String TYPE = "application/problem+json";

    private Problems() {}

    static void register(HttpRouting.Builder routing) {
        routing.error(Problem.class, Problems::send);
        routing.error(
                HttpException.class, (request, response, failure) -> send(request, response, of(failure.status())));
        routing.error(
                RequestException.class, (request, response, broken) -> send(request, response, of(broken.status())));
        routing.error(
                TooManyAttemptsException.class,
                (request, response, wait) -> send(request, response, AccountProblems.of(wait)));
        routing.error(
                TwoFactorBrokenException.class,
                (request, response, broken) -> send(request, response, AccountProblems.of(broken)));
        routing.error(
                NotStoredException.class,
                (request, response, full) -> send(request, response, AccountProblems.of(full)));
        ChangeProblems.register(new ChangeProblems.Table() {
            @Override
            public <E extends RuntimeException> void add(Class<E> type, Function<E, Problem> problem) {
                routing.error(type, (request, response, failure) -> send(request, response, problem.apply(failure)));
            }
        });
        routing.error(Throwable.class, (request, response, failure) -> {
            LOG.log(Level.SEVERE, failure, () -> "failed: " + request.prologue().method());
            send(request, response, of(Status.INTERNAL_SERVER_ERROR_500));
        });
    }

    /// For a refusal before there is a request to route.
    static DirectHandlers direct() {
        DirectHandler handler = new DirectHandler() {
            @Override
            public TransportResponse handle(
                    TransportRequest request,
                    EventType event,
                    Status status,
                    ServerResponseHeaders headers,
                    String message) {
                SecurityHeaders.addTo(headers, "/api/");
                headers.set(HeaderNames.CONTENT_TYPE, TYPE);
                return TransportResponse.builder()
                        .status(status)
                        .headers(headers)
                        .keepAlive(false)
                        .entity(Json.bytes(body(of(status))))
                        .build();
            }
        };
        var handlers = DirectHandlers.builder();
        for (EventType event : EventType.values()) {
            handlers.addHandler(event, handler);
        }
        return handlers.build();
    }

    private static void send(ServerRequest request, ServerResponse response, Problem problem) {
        response.status(problem.status());
        if (problem.retryAfter().isPositive()) {
            response.headers()
                    .set(
                            HeaderNames.RETRY_AFTER,
                            String.valueOf(problem.retryAfter().toSeconds()));
        }
        try {
            if (FormFields.isSentBy(request)) {
                sendPage(request, response, problem);
            } else {
                response.headers().set(HeaderNames.CONTENT_TYPE, TYPE);
                response.send(Json.bytes(body(problem)));
            }
        } catch (RuntimeException failed) {
            if (!ClientDisconnect.isBehind(failed)) {
                throw failed;
            }
        }
    }

    /// A submitted form has no script behind it that could read JSON.
    private static void sendPage(ServerRequest request, ServerResponse response, Problem problem) {
        String language = request.headers().value(HeaderNames.ACCEPT_LANGUAGE).orElse("");
        String path = request.path().path();
        response.headers().set(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.send(LoginPages.refused(
                LoginText.wantedBy(language), problem.detail(), path.equals("/change-password") ? path : "/login"));
    }

    private static Map<String, Object> body(Problem problem) {
        var body = new LinkedHashMap<String, Object>();
        body.put("type", "about:blank");
        body.put("title", Status.create(problem.status()).reasonPhrase());
        body.put("status", problem.status());
        body.put("detail", problem.detail());
        body.put("code", problem.code());
        if (!problem.errors().isEmpty()) {
            body.put("errors", problem.errors());
        }
        if (problem.position() >= 0) {
            body.put("position", problem.position());
        }
        body.putAll(problem.members());
        return body;
    }

    private static Problem of(Status status) {
        return switch (status.code()) {
            case 401 -> Problem.unauthenticated();
            case 403 -> Problem.forbidden("forbidden", "This is not allowed.");
            case 404 -> Problem.notFound("There is nothing here.");
            case 405 -> Problem.of(405, "method", "This address does not take this method.");
            case 413 -> Problem.tooLarge("That is more than this address takes.");
            case 500 -> Problem.of(500, "internal", "Something went wrong; the server's log says what.");
            case 503 -> Problem.of(503, "busy", "The server is busy: try again in a moment.");
            default -> Problem.of(status.code(), "bad_request", "The request was not understood.");
        };
    }
}
