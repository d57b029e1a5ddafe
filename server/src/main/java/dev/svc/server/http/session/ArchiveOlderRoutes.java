package dev.svc.server.http.session;

import dev.svc.server.catalog.Archiving;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.InProject;
import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Archives sessions untouched for long, as one batch that can be undone as one.
public final class ArchiveOlderRoutes {
    private static final int LONGEST_DAYS = 100_000;

    private final Catalog catalog;
    private final Archiving archiving;
    private final RunningPrograms programs;
    private final Clock clock;

    public ArchiveOlderRoutes(Catalog catalog, Archiving archiving, RunningPrograms programs, Clock clock) {
        this.catalog = catalog;
        this.archiving = archiving;
        this.programs = programs;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/sessions/archive-older", Policy.API_ORGANISE, this::archiveOlder));
    }

    /// The sessions that were archived, or would be.
    public record Answer(int archived, List<String> ids, Skipped skipped, boolean dryRun) {}

    /// Sessions that were old enough but left alone.
    public record Skipped(int sticky, int live) {}

    /// The request, validated.
    private record Wish(
            Instant before,
            @Nullable EngineKey engine,
            @Nullable InProject project,
            boolean sticky,
            boolean end,
            boolean dryRun) {

        boolean takes(Row row) {
            return isFree(row) && (sticky || !row.sticky());
        }

        boolean isFree(Row row) {
            return !row.isOutside() && (end || !row.live());
        }
    }

    private void archiveOlder(ServerRequest request, ServerResponse response, Visitor visitor) {
        var wish = wish(
                Body.of(request, "older_than_days", "before", "engine", "project", "include_sticky", "end", "dry_run"));
        if (wish.end() && !visitor.drives()) {
            throw Problem.forbidden("scope", "Ending programs takes a token with the scope drive.");
        }
        var old = old(wish);
        var takeable = old.stream().filter(wish::takes).map(Row::id).toList();
        int live = (int) old.stream().filter(row -> !wish.isFree(row)).count();
        int sticky = old.size() - live - takeable.size();
        Collection<SessionId> taken = wish.dryRun() ? takeable : archive(takeable, visitor);
        int busy = takeable.size() - taken.size();
        Json.send(
                response,
                new Answer(
                        taken.size(),
                        taken.stream().map(SessionId::toString).toList(),
                        new Skipped(sticky, live + busy),
                        wish.dryRun()));
    }

    private Collection<SessionId> archive(List<SessionId> sessions, Visitor visitor) {
        programs.endAll(sessions);
        return archiving.archiveAll(sessions, visitor.actor());
    }

    private List<Row> old(Wish wish) {
        var query = Query.first(Integer.MAX_VALUE)
                .in(wish.project())
                .of(wish.engine() == null ? Set.of() : Set.of(wish.engine()));
        return catalog.page(query).rows().stream()
                .filter(row -> row.facts().updatedAt().isBefore(wish.before()))
                .toList();
    }

    private Wish wish(Body body) {
        return new Wish(
                before(body),
                body.text("engine")
                        .map(word -> Parameters.engine("engine", word, catalog.engines()))
                        .orElse(null),
                body.text("project").map(ArchiveOlderRoutes::project).orElse(null),
                body.flag("include_sticky").orElse(false),
                body.flag("end").orElse(false),
                body.flag("dry_run").orElse(false));
    }

    private Instant before(Body body) {
        var days = body.number("older_than_days");
        var before = body.text("before");
        if (days.isPresent() == before.isPresent()) {
            throw Problem.badRequest("Send older_than_days or before, one of them.");
        }
        return days.isPresent() ? daysAgo(days.get()) : time(before.orElseThrow());
    }

    private Instant daysAgo(int days) {
        if (days < 0 || days > LONGEST_DAYS) {
            throw Problem.badRequest("older_than_days takes a number from 0 to %d.".formatted(LONGEST_DAYS));
        }
        return clock.instant().minus(Duration.ofDays(days));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException none) {
            throw Problem.badRequest("before takes a time such as 2026-11-21T10:00:00.000Z.");
        }
    }

    private static InProject project(String id) {
        return id.equals("none")
                ? new InProject(null)
                : new InProject(ProjectId.find(id)
                        .orElseThrow(() -> Problem.badRequest("project takes a project's id or none.")));
    }
}
