package dev.svc.server.http.term;

import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Resumption;
import dev.svc.server.terminal.launch.FallenPrograms.Fallen;
import dev.svc.server.terminal.launch.LaunchRecord.RanOutside;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What ran when the host or the service went down: listed, resumed, dismissed.
public final class ResumableRoutes {
    private static final int MOST = 500;

    private final Resumption resumption;
    private final SessionRoutes sessions;
    private final Consumer<Visitor> proof;

    /// @param proof refuses who may not start programs that act without asking
    public ResumableRoutes(Resumption resumption, SessionRoutes sessions, Consumer<Visitor> proof) {
        this.resumption = resumption;
        this.sessions = sessions;
        this.proof = proof;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/resumable", Policy.API_READ, this::list),
                Route.post("/api/resumable/resume", Policy.API_DRIVE, this::resume),
                Route.post("/api/resumable/dismiss", Policy.API_DRIVE, this::dismiss));
    }

    /// A session in an answer.
    ///
    /// @param ranOutside null when svc had started it
    public record View(
            SessionView session,
            String folder,
            boolean bypass,
            Instant startedAt,
            Instant noticedAt,
            @Nullable RanView ranOutside) {}

    /// Where it ran when svc had not started it.
    public record RanView(String where, @Nullable String place, boolean sure) {
        static @Nullable RanView of(@Nullable RanOutside ran) {
            return ran == null
                    ? null
                    : new RanView(
                            ran.where().name().toLowerCase(Locale.ROOT),
                            ran.place() == null ? null : PlainText.line(ran.place()),
                            ran.sure());
        }
    }

    /// What became of one that was to be resumed.
    public record Result(String sid, @Nullable String refusal) {}

    /// One whose conversation is nowhere has nothing to go on with.
    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var fallen = resumption.all().stream()
                .collect(Collectors.toMap(it -> it.launchRecord().session(), it -> it));
        var views = sessions.find(fallen.keySet()).stream()
                .flatMap(row -> Optional.ofNullable(fallen.get(row.id())).map(it -> view(row, it)).stream())
                .sorted(Comparator.comparing(View::startedAt))
                .toList();
        Json.send(response, Map.of("resumable", views));
    }

    private View view(Row row, Fallen it) {
        var ran = it.launchRecord();
        var folder = ran.folder().toString(); // empty where that could not be seen
        var cwd = row.facts().cwd();
        return new View(
                sessions.view(row),
                PlainText.line(folder.isEmpty() && cwd != null ? cwd : folder),
                ran.bypass(),
                ran.startedAt(),
                it.noticed(),
                RanView.of(ran.ranOutside()));
    }

    private void resume(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        var sids = sids(request);
        if (resumption.all().stream()
                .map(Fallen::launchRecord)
                .anyMatch(ran -> ran.bypass() && sids.contains(ran.session()))) {
            proof.accept(visitor); // it acts without asking, as before
        }
        var results = resumption.resume(sids).stream()
                .map(it ->
                        new Result(it.session().toString(), it.refusal() == null ? null : PlainText.line(it.refusal())))
                .toList();
        Json.send(response, Map.of("results", results));
    }

    private void dismiss(ServerRequest request, ServerResponse response, Visitor visitor) {
        resumption.dismiss(sids(request));
        response.status(204).send();
    }

    private List<SessionId> sids(ServerRequest request) {
        var sids = Body.of(request, "sids").texts("sids").orElseThrow(() -> Problem.badRequest("sids is missing."));
        if (sids.size() > MOST) {
            throw Problem.badRequest("sids takes %d ids at most.".formatted(MOST));
        }
        return sids.stream().map(sessions::requireId).toList();
    }
}
