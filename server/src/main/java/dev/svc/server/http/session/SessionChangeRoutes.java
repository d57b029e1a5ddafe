package dev.svc.server.http.session;

import dev.svc.server.catalog.Archiving;
import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Changes to one session: title, favourite, archive, snooze, project. Each answers with the resulting row.
public final class SessionChangeRoutes {
    private final SessionRoutes sessions;
    private final Metadata metadata;
    private final Archiving archiving;
    private final RunningPrograms programs;

    public SessionChangeRoutes(
            SessionRoutes sessions, Metadata metadata, Archiving archiving, RunningPrograms programs) {
        this.sessions = sessions;
        this.metadata = metadata;
        this.archiving = archiving;
        this.programs = programs;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/sessions/{sid}/rename", Policy.API_ORGANISE, this::rename),
                change("favorite", (row, actor) -> metadata.favourite(row.id(), actor)),
                change("unfavorite", (row, actor) -> metadata.unfavourite(row.id(), actor)),
                Route.post("/api/sessions/{sid}/archive", Policy.API_ORGANISE, this::archive),
                change("unarchive", this::unarchive),
                Route.post("/api/sessions/{sid}/snooze", Policy.API_ORGANISE, this::snooze),
                change("wake", (row, actor) -> metadata.wake(row.id(), actor)),
                Route.post("/api/sessions/{sid}/end", Policy.API_DRIVE, this::endProgram),
                Route.patch("/api/sessions/{sid}/metadata", Policy.API_ORGANISE, this::assign));
    }

    private Route change(String word, BiConsumer<Row, Actor> change) {
        return Route.post("/api/sessions/{sid}/" + word, Policy.API_ORGANISE, (request, response, visitor) -> {
            change.accept(sessions.seekRow(request), visitor.actor());
            answer(request, response);
        });
    }

    private void rename(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var body = Body.of(request, "title");
        metadata.rename(row.id(), body.requireText("title"), visitor.actor());
        answer(request, response);
    }

    private void snooze(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var until = Body.ofOptional(request, "until").text("until").map(SessionChangeRoutes::time);
        metadata.snooze(row.id(), until.orElse(null), visitor.actor());
        answer(request, response);
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException none) {
            throw Problem.badRequest("until takes a time such as 2026-11-21T10:00:00Z.");
        }
    }

    private void archive(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        boolean end = Body.ofOptional(request, "end").flag("end").orElse(false);
        if (!row.archived()) {
            if (row.live()) {
                end(row, end, visitor);
            }
            archiving.archive(row.id(), visitor.actor());
        }
        answer(request, response);
    }

    /// The session stays in the list, and can be resumed.
    private void endProgram(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        boolean force = Body.ofOptional(request, "force").flag("force").orElse(false);
        if (!row.live()) {
            throw Problem.conflict("No program of this session runs under svc, so there is none to end.");
        }
        if (row.status() == Status.WORKING && !force) {
            throw Problem.conflict(
                    "The program of this session is working: send \"force\": true to have it ended all the same.");
        }
        programs.endAll(List.of(row.id()));
        var details = Map.of("session", row.id().toString());
        metadata.security(new SecurityEvent(Kind.PROGRAM_ENDED, details), visitor.actor());
        answer(request, response);
    }

    private void end(Row row, boolean wanted, Visitor visitor) {
        if (wanted && !visitor.drives()) {
            throw Problem.forbidden("scope", "Ending the program of this session takes a token with the scope drive.");
        }
        if (!wanted) {
            throw Problem.conflict(
                    "The program of this session is running: end it first, or send \"end\": true to have it ended.");
        }
        programs.endAll(List.of(row.id()));
    }

    private void unarchive(Row row, Actor actor) {
        if (row.archived()) {
            archiving.unarchive(row.id(), actor);
        }
    }

    private void assign(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var body = Body.of(request, "project_id");
        if (!body.has("project_id")) {
            throw Problem.badRequest("The field project_id is missing; null takes the session out of its project.");
        }
        metadata.assign(
                row.id(),
                body.text("project_id").map(SessionChangeRoutes::project).orElse(null),
                visitor.actor());
        answer(request, response);
    }

    private static @Nullable ProjectId project(String id) {
        return ProjectId.find(id).orElseThrow(() -> Problem.invalid("project_id", "There is no such project."));
    }

    private void answer(ServerRequest request, ServerResponse response) {
        Json.send(response, sessions.view(sessions.seekRow(request)));
    }
}
