package dev.svc.server.http.session;

import dev.svc.server.catalog.Row;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.handover.HandOver;
import dev.svc.server.handover.NothingSaidException;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.transcript.export.Head;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Another program goes on with a session: what it would be told, and its start.
public final class HandOverRoutes {
    private static final Logger LOG = Logger.getLogger(HandOverRoutes.class.getName());

    /// What a program takes as the first thing said.
    private static final int MOST_BYTES = 16 << 10;

    private final SessionRoutes sessions;
    private final Metadata metadata;
    private final HandOver handOver;
    private final NewSessions starting;

    public HandOverRoutes(SessionRoutes sessions, Metadata metadata, HandOver handOver, NewSessions starting) {
        this.sessions = sessions;
        this.metadata = metadata;
        this.handOver = handOver;
        this.starting = starting;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/sessions/{sid}/hand-over", Policy.API_READ, this::propose),
                Route.post("/api/sessions/{sid}/hand-over", Policy.API_DRIVE, this::handOver));
    }

    /// The first prompt, to be changed before it is sent.
    ///
    /// @param masked how many secrets were masked in it
    public record Proposal(String prompt, int masked) {}

    /// The session that goes on.
    ///
    /// @param sid a placeholder, where the program makes up its own ids
    public record Begun(String sid) {}

    private void propose(ServerRequest request, ServerResponse response, Visitor visitor) {
        var asked = new Parameters(request)
                .find("engine")
                .orElseThrow(() -> Problem.badRequest("engine takes the program that is to go on."));
        next(Parameters.engine("engine", asked, sessions.engines()));
        var row = sessions.seekRow(request);
        var question = Optional.ofNullable(row.asking()).map(Asking::text).orElse("");
        var pack = reading(row, () -> handOver.pack(row.id(), head(row), question));
        Json.send(response, new Proposal(pack.prompt(), pack.masked()));
    }

    private void handOver(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var body = Body.of(request, "engine", "prompt");
        var next = next(Parameters.engine("engine", body.requireText("engine"), sessions.engines()));
        var prompt = prompt(body.requireText("prompt"));
        if (row.facts().cwd() == null) {
            throw Problem.conflict("It is not known in which folder this session works, so nothing can go on there.");
        }
        reading(row, () -> {
            handOver.keep(row.id(), head(row), prompt);
            return true;
        });
        var session = NewSessions.id(next);
        starting.start(session, Path.of(row.facts().cwd()), prompt).ifPresent(sentence -> {
            throw Problem.conflict(sentence);
        });
        metadata.handOver(row.id(), session, visitor.actor());
        if (row.project() != null) {
            metadata.assign(session, row.project(), visitor.actor());
        }
        response.status(201);
        Json.send(response, new Begun(session.toString()));
    }

    private EngineProvider next(EngineKey engine) {
        var provider = sessions.engines().find(engine).orElseThrow();
        if (!provider.supportsNew()
                || !provider.isAgent()
                || !provider.manifest().takesPrompt()) {
            throw Problem.invalid(
                    "engine",
                    provider.manifest().label()
                            + " takes no first prompt, so a session cannot be handed to it: choose another program.");
        }
        return provider;
    }

    private static String prompt(String given) {
        var text = PlainText.of(given).strip();
        if (text.isEmpty()) {
            throw Problem.invalid("prompt", "There is nothing in this prompt.");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw Problem.invalid("prompt", "A first prompt may have 16 KiB at most: put more of it into a file.");
        }
        return text;
    }

    private Head head(Row row) {
        return Head.of(
                row.facts(), row.title(), sessions.engines().label(row.id().engine()));
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T reading(Row row, Reading<T> reading) {
        try {
            return reading.read();
        } catch (NothingSaidException none) {
            throw Problem.conflict("This session's program keeps no log of it, so there is nothing to hand over.");
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> row.id() + " could not be handed over");
            throw Problem.of(
                    422,
                    "unreadable",
                    "The program's log of this session cannot be read now, or nothing can be written; try again in a moment.");
        }
    }
}
