package dev.svc.server.http.term;

import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.http.term.Multipart.Part;
import dev.svc.server.http.term.Uploads.Stored;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes a pasted or dropped file, whose path the terminal then pastes into the session.
public final class UploadRoutes {
    private static final Logger LOG = System.getLogger(UploadRoutes.class.getName());
    private static final int LONGEST_FIELD = 1 << 10;

    private final Uploads uploads;
    private final SessionRoutes sessions;

    public UploadRoutes(Uploads uploads, SessionRoutes sessions) {
        this.uploads = uploads;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(Route.post("/api/upload", Policy.API_DRIVE, this::upload));
    }

    private void upload(ServerRequest request, ServerResponse response, Visitor visitor) {
        var boundary = request.headers().value(HeaderNames.CONTENT_TYPE).flatMap(Multipart::boundary);
        if (boundary.isEmpty()) {
            throw Problem.badRequest("Send the file as multipart/form-data, in the field file.");
        }
        var stored = stored(request, boundary.get());
        response.status(201);
        Json.send(response, stored.orElseThrow(() -> Problem.badRequest("The field file is missing.")));
    }

    private Optional<Stored> stored(ServerRequest request, String boundary) {
        try (var in = request.content().inputStream()) {
            return stored(new Multipart(in, boundary));
        } catch (IOException | UncheckedIOException failed) {
            LOG.log(Level.WARNING, "an upload was not stored", failed);
            throw Problem.of(503, "not_stored", "The file could not be stored: make room on the disk and try again.");
        }
    }

    private Optional<Stored> stored(Multipart form) throws IOException {
        Stored stored = null;
        for (var part = form.next(); part.isPresent(); part = form.next()) {
            stored = take(part.get(), stored);
        }
        return Optional.ofNullable(stored);
    }

    private @Nullable Stored take(Part part, @Nullable Stored before) throws IOException {
        return switch (part.name()) {
            case "file" -> {
                if (before != null) {
                    throw Problem.badRequest("Send one file at a time.");
                }
                yield uploads.store(Optional.ofNullable(part.fileName()).orElse("file"), part.content());
            }
            case "sid" -> {
                sessions.requireId(
                        new String(part.content().readNBytes(LONGEST_FIELD), java.nio.charset.StandardCharsets.UTF_8));
                yield before;
            }
            default -> throw Problem.badRequest("The form has the fields file and sid only.");
        };
    }
}
