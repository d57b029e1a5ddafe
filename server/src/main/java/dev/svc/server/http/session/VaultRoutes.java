package dev.svc.server.http.session;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.vault.Keeping;
import dev.svc.server.vault.RestoreRefusedException;
import dev.svc.server.vault.Restoring.Dated;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The vault: how it is, and what is done with the copy of one session.
public final class VaultRoutes {
    private static final Logger LOG = Logger.getLogger(VaultRoutes.class.getName());

    /// Until the list shows what was restored.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Copies copies;
    private final SessionRoutes sessions;
    private final Catalog catalog;
    private final Metadata metadata;

    /// The vault of the service.
    public interface Copies {
        /// Empty where there is none.
        Optional<Keeping> keeping();

        /// Why there is none, as a sentence.
        String trouble();
    }

    public VaultRoutes(Copies copies, SessionRoutes sessions, Catalog catalog, Metadata metadata) {
        this.copies = copies;
        this.sessions = sessions;
        this.catalog = catalog;
        this.metadata = metadata;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/vault", Policy.API_READ, this::status),
                Route.post("/api/sessions/{sid}/restore", Policy.CHANGE, this::restore),
                Route.post("/api/sessions/{sid}/keep", Policy.CHANGE, this::keep),
                Route.delete("/api/sessions/{sid}/vault", Policy.CHANGE, this::forget));
    }

    private void status(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, keeping().status());
    }

    private Keeping keeping() {
        return copies.keeping().orElseThrow(() -> Problem.of(503, "vault_unavailable", copies.trouble()));
    }

    private void restore(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        boolean old = Body.ofOptional(request, "old_date").flag("old_date").orElse(false);
        try {
            keeping().restore(row.id(), old ? Dated.AS_THEY_WERE : Dated.NOW);
        } catch (RestoreRefusedException refused) {
            throw problem(refused);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> row.id() + " could not be restored");
            throw Problem.of(503, "not_restored", "It could not be written: %s".formatted(failed.getMessage()));
        }
        note(row, Kind.SESSION_RESTORED, visitor);
        awaitListed(row);
        Json.send(response, sessions.view(catalog.find(row.id()).orElse(row)));
    }

    private static Problem problem(RestoreRefusedException refused) {
        var sentence = String.valueOf(refused.getMessage());
        return switch (refused.reason()) {
            case UNKNOWN -> Problem.notFound(sentence);
            case THERE -> Problem.conflict(sentence);
            case DAMAGED -> Problem.of(409, "damaged", sentence);
            case STORE -> Problem.of(409, "store", sentence);
        };
    }

    private void awaitListed(Row row) {
        try {
            catalog.look(row.id().engine()).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException later) {
            LOG.log(Level.FINE, later, () -> "the list shows what was restored a little later");
        }
    }

    private void forget(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        try {
            if (!keeping().forget(row.id())) {
                throw Problem.notFound("svc keeps no copy of this session.");
            }
        } catch (IOException stays) {
            throw Problem.of(503, "not_removed", "The copy could not be removed: %s".formatted(stays.getMessage()));
        }
        note(row, Kind.COPY_FORGOTTEN, visitor);
        response.status(Status.NO_CONTENT_204).send();
    }

    private void keep(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        try {
            keeping().remember(row.id());
        } catch (IOException unwritten) {
            throw Problem.of(503, "not_stored", "That could not be noted: %s".formatted(unwritten.getMessage()));
        }
        response.status(Status.NO_CONTENT_204).send();
    }

    private void note(Row row, Kind kind, Visitor visitor) {
        metadata.security(new SecurityEvent(kind, Map.of("session", row.id().toString())), visitor.actor());
    }
}
