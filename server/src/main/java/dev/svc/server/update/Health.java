package dev.svc.server.update;

import java.util.Optional;
import java.util.Set;

/// Whether a release runs as well as the previous one: it answers, its metadata file matches the journal, and it holds
/// every program.
final class Health {
    private final Place place;
    private final Holdings holdings;
    private final Release release;
    private final Set<String> before;

    /// @param before the programs that lived before the restart
    Health(Place place, Holdings holdings, Release release, Set<String> before) {
        this.place = place;
        this.holdings = holdings;
        this.release = release;
        this.before = Set.copyOf(before);
    }

    static boolean runs(Place place, Release release) {
        return Started.find(place.started()).filter(it -> it.is(release)).isPresent();
    }

    /// What is wrong now; empty when nothing is.
    Optional<String> objection() {
        var started = Started.find(place.started());
        if (started.isEmpty()) {
            return Optional.of("it did not start");
        }
        if (!started.get().is(release)) {
            return Optional.of("%.12s runs instead".formatted(started.get().commit()));
        }
        if (!Probe.answers(place.host(), started.get().port(), "/healthz")) {
            return Optional.of(
                    "it does not answer on port %d".formatted(started.get().port()));
        }
        return lost(started.get()).or(() -> holdings.objection(place.journal(), place.sidecar()));
    }

    private Optional<String> lost(Started started) {
        long lost = before.stream()
                .filter(program -> !started.held().contains(program))
                .filter(program -> !holdings.endedByItself(program))
                .count();
        return lost == 0
                ? Optional.empty()
                : Optional.of("%d of %d terminals are not held any more".formatted(lost, before.size()));
    }
}
