package dev.svc.server.http.system;

import dev.svc.server.fleet.Fleet;
import dev.svc.server.fleet.FleetException;
import dev.svc.server.fleet.FleetStatus;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.event.Actor;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The hosts of the fleet: which there are, how the connection is, and the end of one.
public final class HostRoutes {
    private final Here here;

    /// This host in its fleet.
    ///
    /// @param fleet empty for a host that is in none
    /// @param trouble why it is in none although a broker is named; null when there is nothing to say
    /// @param broker where the broker is, without what opens it
    /// @param sessions how many rows this host lists
    /// @param ending is told who asks for the end of a host, by its id, before it is ended
    public record Here(
            Optional<Fleet> fleet,
            @Nullable String trouble,
            @Nullable String broker,
            String version,
            IntSupplier sessions,
            BiConsumer<String, Actor> ending) {}

    public HostRoutes(Here here) {
        this.here = here;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/hosts", Policy.READ, (request, response, visitor) -> Json.send(response, view())),
                Route.delete("/api/hosts/{id}", Policy.CHANGE, this::end));
    }

    /// All hosts.
    ///
    /// @param enabled whether this host is in a fleet
    /// @param trouble why it is not, although a broker is named
    /// @param mayEnd whether hosts can be taken out here
    public record View(
            boolean enabled,
            @Nullable String trouble,
            @Nullable Self here,
            List<Other> hosts,
            @Nullable Line broker,
            List<Refused> refused,
            boolean mayEnd) {}

    /// This host.
    ///
    /// @param allows what the others may do here
    public record Self(String id, String name, String fingerprint, String version, int sessions, String allows) {}

    /// Another one.
    ///
    /// @param lastSeen when it was heard last; null for one that never was
    /// @param address where its page is, if it says so
    /// @param allows what this host may do there
    public record Other(
            String id,
            String name,
            String fingerprint,
            boolean online,
            @Nullable Instant lastSeen,
            @Nullable String version,
            @Nullable String address,
            int sessions,
            String allows) {}

    /// The connection to the broker.
    ///
    /// @param since null while there is none
    /// @param trouble what is wrong; null when nothing is
    /// @param synced whether the broker has all rows of this host
    /// @param copied whether the broker has a copy of all of this host's journal
    /// @param copyTrouble why it is not copied although the broker is there; null when nothing is wrong
    /// @param copyNote what was met in the copy and passed over; null where there is nothing of the kind
    public record Line(
            String address,
            @Nullable Instant since,
            @Nullable String trouble,
            boolean synced,
            boolean copied,
            @Nullable String copyTrouble,
            @Nullable String copyNote) {}

    /// How many messages were dropped since the start.
    public record Refused(String reason, long count) {}

    private View view() {
        if (here.fleet().isEmpty()) {
            return new View(false, here.trouble(), null, List.of(), null, List.of(), false);
        }
        var fleet = here.fleet().get();
        var self = fleet.self();
        var member = self.charter().member(self.id());
        return new View(
                true,
                null,
                new Self(
                        self.id(),
                        self.name(),
                        member.map(it -> it.fingerprint()).orElse(""),
                        here.version(),
                        here.sessions().getAsInt(),
                        fleet.allows().word()),
                fleet.view().hosts().stream().map(HostRoutes::other).toList(),
                line(fleet.status()),
                refused(fleet.status()),
                fleet.mayEnd());
    }

    private static Other other(RemoteHost host) {
        return new Other(
                host.member().id(),
                host.member().name(),
                host.member().fingerprint(),
                host.online(),
                host.lastSeen(),
                host.version(),
                host.address(),
                host.sessions(),
                host.allows().word());
    }

    private Line line(FleetStatus status) {
        return new Line(
                here.broker() == null ? "" : here.broker(),
                status.since(),
                status.trouble(),
                status.synced(),
                status.copies().current(),
                status.copies().trouble(),
                status.copies().note());
    }

    private static List<Refused> refused(FleetStatus status) {
        return status.refused().entrySet().stream()
                .map(it -> new Refused(it.getKey().word(), it.getValue()))
                .sorted(Comparator.comparing(Refused::reason))
                .toList();
    }

    private void end(ServerRequest request, ServerResponse response, Visitor visitor) {
        var fleet = here.fleet().orElseThrow(() -> Problem.forbidden("disabled", "This host is in no fleet."));
        var host = fleet.self()
                .charter()
                .member(request.path().pathParameters().get("id"))
                .orElseThrow(() -> Problem.notFound("There is no host of this id."));
        try {
            here.ending().accept(host.id(), visitor.actor());
            fleet.end(host.id());
        } catch (FleetException refused) {
            throw Problem.forbidden("fleet_denied", refused.sentence());
        } catch (IOException failed) {
            throw Problem.of(503, "unavailable", "The fleet's folder cannot be changed: see the log.");
        }
        response.status(Status.NO_CONTENT_204).send();
    }
}
