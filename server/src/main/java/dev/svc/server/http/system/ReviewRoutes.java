package dev.svc.server.http.system;

import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.review.ReviewContext;
import dev.svc.server.review.Reviews;
import dev.svc.server.review.Subject;
import dev.svc.server.review.model.Question;
import dev.svc.server.review.model.TroubleException;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.TextWorkers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The AI review: status, requests, excluded sessions, handled reviews.
public final class ReviewRoutes {
    private static final int MOST_AT_ONCE = 10_000;

    /// For all sessions, one at a time: each waits for a worker that reads the session.
    private static final String PREVIEW = "preview";

    private final Reviews reviews;
    private final ReviewContext around;
    private final SessionRoutes sessions;
    private final Marks marks;
    private final TextWorkers workers;

    /// What people say to the review about single sessions.
    public interface Marks {
        /// Keeps a session out of it, or lets it in again.
        void leaveOut(SessionId session, boolean leftOut, Actor actor);

        /// Marks the review of that moment as handled; null removes the mark.
        void see(SessionId session, @Nullable Instant review, Actor actor);
    }

    /// @param workers that look through texts for secrets
    public ReviewRoutes(
            Reviews reviews, ReviewContext around, SessionRoutes sessions, Marks marks, TextWorkers workers) {
        this.reviews = reviews;
        this.around = around;
        this.sessions = sessions;
        this.marks = marks;
        this.workers = workers;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/ai-review", Policy.READ, this::status),
                Route.get("/api/ai-review/preview", Policy.READ, this::preview),
                Route.post("/api/ai-review/run", Policy.CHANGE, this::run),
                Route.post("/api/ai-review/stop", Policy.CHANGE, this::stop),
                marking("review-off", (row, visitor) -> marks.leaveOut(row.id(), true, visitor.actor())),
                marking("review-on", (row, visitor) -> marks.leaveOut(row.id(), false, visitor.actor())),
                marking("review-seen", (row, visitor) -> marks.see(row.id(), requireReview(row), visitor.actor())),
                marking("review-unseen", (row, visitor) -> marks.see(row.id(), null, visitor.actor())));
    }

    private void status(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, ReviewView.of(reviews));
    }

    private void preview(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var sid = new Parameters(request).find("sid").orElseThrow(() -> Problem.badRequest("sid is missing."));
        var subject = around.find(sessions.requireId(sid))
                .orElseThrow(() -> Problem.notFound("There is no session of this id."));
        Json.send(response, workers.errand(PREVIEW).read(() -> question(subject)));
    }

    private Question question(Subject subject) {
        try {
            return reviews.preview(subject);
        } catch (TroubleException nothing) {
            throw Problem.conflict(nothing.trouble().sentence());
        }
    }

    /// A run that was begun or waits for its turn.
    public record Begun(String run, int sessions) {}

    private void run(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "sids");
        requireTurnedOn();
        var wanted = body.texts("sids").map(this::named).orElseGet(this::all);
        if (wanted.isEmpty()) {
            throw Problem.conflict("There is no session to review: those that were named are kept out of it.");
        }
        var run = reviews.ask(wanted)
                .orElseThrow(() -> Problem.conflict("Many runs are waiting already: wait for them, or stop them."));
        response.status(202);
        Json.send(response, new Begun(run, wanted.size()));
    }

    private void requireTurnedOn() {
        var setup = around.setup();
        if (!setup.enabled()) {
            throw Problem.forbidden("disabled", "The AI review is off: turn it on in Settings.");
        }
        if (!setup.isComplete()) {
            throw Problem.conflict("The AI review has nobody to ask: enter an endpoint and a model in Settings.");
        }
    }

    private List<SessionId> named(List<String> sids) {
        if (sids.isEmpty() || sids.size() > MOST_AT_ONCE) {
            throw Problem.badRequest("sids takes 1 to %d ids; without it all are reviewed.".formatted(MOST_AT_ONCE));
        }
        return sids.stream()
                .map(sessions::requireId)
                .map(id -> around.find(id).orElseThrow(() -> Problem.notFound("There is no session of this id.")))
                .filter(subject -> !subject.leftOut())
                .map(Subject::id)
                .distinct()
                .toList();
    }

    private List<SessionId> all() {
        return around.active().stream()
                .filter(subject -> !subject.leftOut())
                .map(Subject::id)
                .limit(MOST_AT_ONCE)
                .toList();
    }

    private void stop(ServerRequest request, ServerResponse response, Visitor visitor) {
        reviews.stop();
        response.status(202);
        Json.send(response, Map.of("stopped", true));
    }

    private Instant requireReview(Row row) {
        return reviews.find(row.id())
                .orElseThrow(() -> Problem.conflict("Nothing was said of this session yet."))
                .at();
    }

    private Route marking(String word, BiConsumer<Row, Visitor> mark) {
        return Route.post("/api/sessions/{sid}/" + word, Policy.CHANGE, (request, response, visitor) -> {
            mark.accept(sessions.seekRow(request), visitor);
            Json.send(response, sessions.view(sessions.seekRow(request)));
        });
    }
}
