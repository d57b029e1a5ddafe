package dev.svc.server.http.system;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.system.ReviewView.Failure;
import dev.svc.server.review.Keys;
import dev.svc.server.review.ReviewContext;
import dev.svc.server.review.Reviews;
import dev.svc.server.review.TrialSettings;
import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Endpoint;
import dev.svc.server.review.model.Setup;
import dev.svc.server.review.model.TroubleException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tries an endpoint before it is saved: its models, and its answer to a sample. No text of a session is sent.
public final class ReviewTrialRoutes {
    private final Reviews reviews;
    private final ReviewContext around;

    public ReviewTrialRoutes(Reviews reviews, ReviewContext around) {
        this.reviews = reviews;
        this.around = around;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/ai-review/models", Policy.READ, this::models),
                Route.post("/api/ai-review/models", Policy.CHANGE, this::modelsOfDraft),
                Route.post("/api/ai-review/test", Policy.CHANGE, this::test));
    }

    /// The names of models.
    public record Models(List<String> models) {}

    /// What came of a try: an answer, or what went wrong.
    public record Trial(
            boolean ok,
            long tookMs,
            @Nullable Answer answer,
            @Nullable String code,
            @Nullable String detail) {}

    private void models(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        var setup = around.setup();
        if (setup.endpoint() == null) {
            throw noEndpoint();
        }
        send(response, new TrialSettings(setup.endpoint(), null, null, null, null));
    }

    private void modelsOfDraft(ServerRequest request, ServerResponse response, Visitor visitor)
            throws InterruptedException {
        send(response, draft(Body.of(request, "base_url", "api_key")));
    }

    private void send(ServerResponse response, TrialSettings draft) throws InterruptedException {
        try {
            Json.send(response, new Models(reviews.models(draft)));
        } catch (TroubleException failed) {
            throw Problem.of(502, failed.trouble().word(), failed.trouble().sentence());
        }
    }

    private void test(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        var draft = draft(Body.of(request, "base_url", "api_key", "model", "request_timeout", "prompt"));
        if (draft.model() == null) {
            throw Problem.invalid("model", "Choose a model first.");
        }
        long start = System.nanoTime();
        Json.send(response, tried(draft, draft.model(), start));
    }

    private Trial tried(TrialSettings draft, String model, long start) throws InterruptedException {
        try {
            var answer = reviews.tried(draft, model);
            return new Trial(true, since(start), answer, null, null);
        } catch (TroubleException failed) {
            var failure = Failure.of(failed.trouble());
            return new Trial(false, since(start), null, failure.code(), failure.detail());
        }
    }

    private static long since(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    /// Fields that the body leaves out take their stored values.
    private TrialSettings draft(Body body) {
        var setup = around.setup();
        return new TrialSettings(
                body.text("base_url")
                        .map(ReviewTrialRoutes::endpoint)
                        .or(() -> Optional.ofNullable(setup.endpoint()))
                        .orElseThrow(ReviewTrialRoutes::noEndpoint),
                body.text("model").filter(it -> !it.isBlank()).orElse(setup.model()),
                body.text("api_key").map(ReviewTrialRoutes::key).orElse(null),
                body.number("request_timeout").map(ReviewTrialRoutes::timeout).orElse(setup.timeout()),
                body.text("prompt").filter(it -> !it.isBlank()).orElse(setup.instruction()));
    }

    private static Endpoint endpoint(String text) {
        Endpoint.objection(text).ifPresent(sentence -> {
            throw Problem.invalid("base_url", sentence);
        });
        return Endpoint.find(text).orElseThrow();
    }

    private static String key(String text) {
        Keys.objection(text).ifPresent(sentence -> {
            throw Problem.invalid("api_key", sentence);
        });
        return text;
    }

    private static Duration timeout(int seconds) {
        if (seconds < Setup.LEAST_TIMEOUT || seconds > Setup.MOST_TIMEOUT) {
            throw Problem.invalid(
                    "request_timeout",
                    "The time limit is %d to %d seconds.".formatted(Setup.LEAST_TIMEOUT, Setup.MOST_TIMEOUT));
        }
        return Duration.ofSeconds(seconds);
    }

    private static Problem noEndpoint() {
        return Problem.invalid("base_url", "Enter the endpoint's address first.");
    }
}
