package dev.svc.server.http.session;

import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.usage.TurnTimes;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageQuestion;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.UsageTimes;
import dev.svc.server.usage.UsageView;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// What was used, and what is used now.
public final class UsageRoutes {
    private static final Logger LOG = Logger.getLogger(UsageRoutes.class.getName());
    private static final Map<String, By> GROUPS = Map.of(
            "day",
            By.DAY,
            "hour",
            By.HOUR,
            "project",
            By.PROJECT,
            "model",
            By.MODEL,
            "engine",
            By.ENGINE,
            "session",
            By.SESSION);
    private static final Map<String, Sort> SORTS = Map.of("cost", Sort.COST, "tokens", Sort.TOKENS, "last", Sort.LAST);
    private static final int MOST = 10_000;
    private static final int USUAL = 1_000;

    /// Each has a title and a project to be looked up.
    private static final int USUAL_SESSIONS = 100;

    private static final int MOST_TURNS = 1_000;
    private static final int USUAL_TURNS = 100;

    /// Turns that are looked at for when the last one that is asked for ended: some say no time.
    private static final int AHEAD = 20;

    private final Usage usage;
    private final Transcript transcript;
    private final SessionRoutes sessions;

    public UsageRoutes(Usage usage, Transcript transcript, SessionRoutes sessions) {
        this.usage = usage;
        this.transcript = transcript;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/usage", Policy.API_READ, this::whole),
                Route.get("/api/usage/now", Policy.API_READ, this::now),
                Route.get("/api/sessions/{sid}/usage", Policy.API_READ, this::ofSession));
    }

    private void whole(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, usage.whole(question(new Parameters(request))));
    }

    private UsageQuestion question(Parameters parameters) {
        var from = time(parameters, "from", UsageTimes::from);
        var to = time(parameters, "to", UsageTimes::to);
        if (from != null && to != null && !from.isBefore(to)) {
            throw Problem.badRequest("from must be before to.");
        }
        var by = parameters.choice("by", GROUPS, By.DAY);
        return new UsageQuestion(
                by,
                from,
                to,
                session(parameters),
                parameters.engines("engine", sessions.engines()),
                project(parameters),
                parameters.choice("sort", SORTS, Sort.COST),
                parameters.number("limit", 1, MOST, by == By.SESSION ? USUAL_SESSIONS : USUAL));
    }

    private static @Nullable Instant time(
            Parameters parameters, String name, BiFunction<String, ZoneId, Optional<Instant>> reader) {
        return parameters
                .find(name)
                .map(text -> reader.apply(text, ZoneId.systemDefault())
                        .orElseThrow(() -> Problem.badRequest(
                                name + " takes a date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z.")))
                .orElse(null);
    }

    private @Nullable SessionId session(Parameters parameters) {
        return parameters
                .find("session")
                .map(text -> sessions.engines()
                        .findId(text)
                        .orElseThrow(() -> Problem.badRequest(
                                "session takes the id of one, such as claude:6a47f322-831d-4e37-b3ce-392a5b436ceb.")))
                .orElse(null);
    }

    private static @Nullable String project(Parameters parameters) {
        var project = parameters.find("project");
        if (project.isPresent()
                && !project.get().equals(UsageQuestion.NO_PROJECT)
                && ProjectId.find(project.get()).isEmpty()) {
            throw Problem.badRequest("project takes the id of a project, or none.");
        }
        return project.orElse(null);
    }

    private void now(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, usage.now());
    }

    private void ofSession(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        boolean isByTurn = parameters.choice("by", Map.of("model", false, "turn", true), false);
        int before = parameters.number("before", 0, Integer.MAX_VALUE, Integer.MAX_VALUE);
        int limit = parameters.number("limit", 1, MOST_TURNS, USUAL_TURNS);
        var session = sessions.seekRow(request).id();
        Json.send(response, isByTurn ? turns(session, before, limit) : usage.session(session));
    }

    private UsageView.OfSession turns(SessionId session, int before, int limit) {
        try {
            return usage.turns(session, times(session, before, limit));
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "what the turns of " + session + " used could not be read");
            throw Problem.of(
                    422,
                    "unreadable",
                    "What the turns of this session used cannot be read now; try again in a moment.");
        }
    }

    private TurnTimes times(SessionId session, int before, int limit) throws IOException {
        var talk = transcript.find(session);
        if (talk.isEmpty()) {
            return TurnTimes.NONE;
        }
        int to = Math.min(before, talk.get().count());
        int from = Math.max(0, to - limit);
        var began = talk.get().began(from, Math.min(talk.get().count(), to + AHEAD));
        int wanted = Math.min(to - from, began.size());
        var end = began.stream().skip(wanted).flatMap(Optional::stream).findFirst();
        return new TurnTimes(from, began.subList(0, wanted), end.orElse(null));
    }
}
