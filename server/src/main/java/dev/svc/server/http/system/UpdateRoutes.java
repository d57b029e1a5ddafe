package dev.svc.server.http.system;

import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.update.UpdateStatus;
import dev.svc.server.update.Updates;
import dev.svc.server.update.release.UpdateException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What there is to update to, how far an update is, and the beginning of one.
public final class UpdateRoutes {
    private final Updates updates;

    public UpdateRoutes(Updates updates) {
        this.updates = updates;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                        "/api/update/check",
                        Policy.READ,
                        (request, response, visitor) -> Json.send(response, updates.check())),
                Route.get(
                        "/api/update/status",
                        Policy.READ,
                        (request, response, visitor) -> Json.send(response, view(updates))),
                Route.post("/api/update/apply", Policy.CHANGE, this::apply),
                Route.post("/api/update/rollback", Policy.CHANGE, this::rollBack));
    }

    /// The last update and what holds beside it.
    ///
    /// @param installed whether this server is an installed release, which alone can be updated
    /// @param source where updates come from; null where none is known
    /// @param former the version that going back leads to
    /// @param line what the update said last
    /// @param usualSeconds how long it took to build or fetch the installed release; null where that is not known
    public record View(
            String state,
            String step,
            String kind,
            String from,
            String target,
            @Nullable String reason,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            boolean installed,
            @Nullable String source,
            @Nullable String former,
            String line,
            @Nullable Integer usualSeconds,
            String logTail) {}

    static View view(Updates updates) {
        UpdateStatus now = updates.status();
        return new View(
                now.state().word(),
                now.step().word(),
                now.kind().word(),
                now.fromVersion(),
                now.target(),
                now.reason(),
                now.run().isEmpty() ? null : now.startedAt(),
                now.finishedAt(),
                updates.installed().isPresent(),
                updates.source().orElse(null),
                updates.former().orElse(null),
                updates.lastLine(),
                updates.usualSeconds().orElse(null),
                updates.logTail());
    }

    /// What open pages hear of a step.
    public static Map<String, Object> announcement(UpdateStatus status) {
        return Map.of("state", status.state().word(), "step", status.step().word(), "target", status.target());
    }

    @FunctionalInterface
    private interface Beginning {
        String begin() throws IOException;
    }

    private void apply(ServerRequest request, ServerResponse response, Visitor visitor) {
        begin(response, updates::begin);
    }

    private void rollBack(ServerRequest request, ServerResponse response, Visitor visitor) {
        begin(response, updates::beginRollback);
    }

    private void begin(ServerResponse response, Beginning beginning) {
        try {
            String target = beginning.begin();
            response.status(202);
            Json.send(response, Map.of("target", target, "log", updates.log().toString()));
        } catch (UpdateException why) {
            throw Problem.conflict(why.sentence());
        } catch (IOException notStarted) {
            throw Problem.of(
                    503,
                    "not_started",
                    "The update could not be started (%s): make room or mend the permissions of the home."
                            .formatted(notStarted.getMessage()));
        }
    }
}
