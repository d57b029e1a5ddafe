package dev.svc.server.http.session;

import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.transcript.PageCursor;
import dev.svc.server.transcript.Part;
import dev.svc.server.transcript.PartView;
import dev.svc.server.transcript.StaleCursorException;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.TurnFormat;
import dev.svc.server.transcript.export.Export;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/// What was said in a session: as far back as the limits let it, page by page, or as a document.
public final class TranscriptRoutes {
    private static final Logger LOG = Logger.getLogger(TranscriptRoutes.class.getName());
    private static final int MOST_COLUMNS = 1_000;
    private static final int USUAL_COLUMNS = 80;

    private final Transcript transcript;
    private final SessionRoutes sessions;
    private final Export export = new Export(Json.shared());

    public TranscriptRoutes(Transcript transcript, SessionRoutes sessions) {
        this.transcript = transcript;
        this.sessions = sessions;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/sessions/{sid}/transcript", Policy.API_READ, this::newest),
                Route.get("/api/sessions/{sid}/history", Policy.API_READ, this::page),
                Route.get("/api/sessions/{sid}/export", Policy.API_READ, this::export));
    }

    private void newest(ServerRequest request, ServerResponse response, Visitor visitor) {
        var form = form(new Parameters(request));
        var row = sessions.seekRow(request);
        send(response, row, () -> transcript.newest(row.id(), form));
    }

    private void page(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        var form = form(parameters);
        var place = place(parameters);
        int most = parameters.number("limit", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        var row = sessions.seekRow(request);
        send(response, row, () -> transcript.page(row.id(), place, form, most));
    }

    private interface Reading<T> {
        T read() throws IOException, StaleCursorException;
    }

    private static void send(ServerResponse response, Row row, Reading<Part> reading) {
        Json.send(response, PartView.of(read(row, reading)));
    }

    /// A log that cannot be read now is the store's trouble, not the server's: no status that says that svc is broken.
    private static <T> T read(Row row, Reading<T> reading) {
        try {
            return reading.read();
        } catch (StaleCursorException rewritten) {
            throw Problem.conflict(String.valueOf(rewritten.getMessage()));
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the conversation of " + row.id() + " could not be read");
            throw Problem.of(
                    422, "unreadable", "The program's log of this session cannot be read now; try again in a moment.");
        }
    }

    private static TurnFormat form(Parameters parameters) {
        int cols = parameters.number("cols", 1, MOST_COLUMNS, USUAL_COLUMNS);
        Function<Integer, TurnFormat> console = TurnFormat.Console::new;
        return parameters
                .choice("format", Map.of("ansi", console, "json", _ -> new TurnFormat.Plain()), console)
                .apply(cols);
    }

    private static PageCursor place(Parameters parameters) {
        var cursor = parameters.find("cursor");
        int before = parameters.number("before", 0, Integer.MAX_VALUE, -1);
        int turn = parameters.number("turn", 0, Integer.MAX_VALUE, -1);
        if ((cursor.isPresent() ? 1 : 0) + (before >= 0 ? 1 : 0) + (turn >= 0 ? 1 : 0) > 1) {
            throw Problem.badRequest("A page takes one of cursor, before and turn.");
        }
        if (turn >= 0) {
            return new PageCursor.Around(turn);
        }
        if (cursor.isPresent()) {
            return Objects.requireNonNullElseGet(PageCursor.cursor(cursor.get()), () -> {
                throw Problem.badRequest("cursor takes the next_cursor of a page.");
            });
        }
        return before < 0 ? new PageCursor.End() : new PageCursor.Before(before);
    }

    private void export(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var format = format(new Parameters(request));
        var row = sessions.seekRow(request);
        var talk = read(row, () -> transcript.find(row.id()))
                .orElseThrow(() -> Problem.notFound("This session's program keeps no log of it to export."));
        var head = Head.of(
                row.facts(), row.title(), sessions.engines().label(row.id().engine()));
        response.headers().set(HeaderNames.CONTENT_TYPE, format.type());
        response.headers()
                .set(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"%s\"".formatted(format.fileName(head)));
        try (var out =
                new BufferedWriter(new OutputStreamWriter(response.outputStream(), StandardCharsets.UTF_8), 64 << 10)) {
            export.write(talk, head, format, out);
        }
    }

    private static Format format(Parameters parameters) {
        return parameters.choice(
                "format", Arrays.stream(Format.values()).collect(Collectors.toMap(Format::word, f -> f)), Format.MD);
    }
}
