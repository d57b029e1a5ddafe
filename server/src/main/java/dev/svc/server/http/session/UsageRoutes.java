package dev.svc.server.http.session;

import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageQuestion;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.UsageTimes;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// What was used, and what is used now.
public final class UsageRoutes {
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

    private final Usage usage;
    private final SessionRoutes sessions;

    public UsageRoutes(Usage usage, SessionRoutes sessions) {
        this.usage = usage;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/usage", Policy.READ, this::whole),
                Route.get("/api/usage/now", Policy.READ, this::now),
                Route.get("/api/sessions/{sid}/usage", Policy.READ, this::ofSession));
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
        return new UsageQuestion(
                parameters.choice("by", GROUPS, By.DAY),
                from,
                to,
                session(parameters),
                parameters.engines("engine", sessions.engines()),
                project(parameters),
                parameters.choice("sort", SORTS, Sort.COST),
                parameters.number("limit", 1, MOST, USUAL));
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
        Json.send(response, usage.session(sessions.seekRow(request).id()));
    }
}
