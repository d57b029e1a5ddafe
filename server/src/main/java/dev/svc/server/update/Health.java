package dev.svc.server.update;

import dev.svc.server.update.release.Release;
import java.util.Optional;
import java.util.Set;

/// Whether a release runs as well as the previous one: it answers, its metadata file matches the journal, and it holds
/// every program.
final class Health {
    private final UpdatePaths paths;
    private final InstanceData data;
    private final Release release;
    private final Set<String> before;

    /// @param before the programs that lived before the restart
    Health(UpdatePaths paths, InstanceData data, Release release, Set<String> before) {
        this.paths = paths;
        this.data = data;
        this.release = release;
        this.before = Set.copyOf(before);
    }

    static boolean runs(UpdatePaths paths, Release release) {
        return Started.find(paths.started()).filter(it -> it.is(release)).isPresent();
    }

    /// What is wrong now; empty when nothing is.
    Optional<String> objection() {
        var started = Started.find(paths.started());
        if (started.isEmpty()) {
            return Optional.of("it did not start");
        }
        if (!started.get().is(release)) {
            return Optional.of("%.12s runs instead".formatted(started.get().commit()));
        }
        if (!Probe.answers(paths.host(), started.get().port(), "/healthz")) {
            return Optional.of(
                    "it does not answer on port %d".formatted(started.get().port()));
        }
        return lost(started.get()).or(() -> data.objection(paths.journal(), paths.sidecar()));
    }

    private Optional<String> lost(Started started) {
        long lost = before.stream()
                .filter(program -> !started.held().contains(program))
                .filter(program -> !data.endedByItself(program))
                .count();
        return lost == 0
                ? Optional.empty()
                : Optional.of("%d of %d terminals are not held any more".formatted(lost, before.size()));
    }
}
