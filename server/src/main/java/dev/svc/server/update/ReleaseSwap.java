package dev.svc.server.update;

import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.Releases;
import dev.svc.server.update.release.UpdateException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Replaces one release by another, and reverts by itself when the new one is not healthy in time.
final class ReleaseSwap {
    private final UpdatePaths paths;
    private final Releases releases;
    private final InstanceData data;
    private final ServiceRestart restart;
    private final Duration patience;

    ReleaseSwap(UpdatePaths paths, Releases releases, InstanceData data, ServiceRestart restart, Duration patience) {
        this.paths = paths;
        this.releases = releases;
        this.data = data;
        this.restart = restart;
        this.patience = patience;
    }

    UpdateStatus run(Progress progress, Release from, Release to) {
        progress.at(Step.FLIP);
        try {
            releases.makeCurrent(to);
        } catch (IOException failed) {
            throw new UpdateException("%s cannot be made the current release (%s): mend the permissions of %s."
                    .formatted(to.version(), failed.getMessage(), paths.home()));
        }
        return proceed(progress, from, to);
    }

    /// From here on the link names the new release; recovery of a crashed update starts here too.
    UpdateStatus proceed(Progress progress, Release from, Release to) {
        var objection = progress.now().up() ? restarted(progress, to) : Optional.<String>empty();
        if (objection.isPresent()) {
            return goBack(progress, from, to, objection.get());
        }
        progress.at(Step.TIDY);
        tidy(progress, from, to);
        return progress.end(State.DONE, "%s runs".formatted(to.version()));
    }

    UpdateStatus goBack(Progress progress, Release from, Release to, String why) {
        String reason = "%s was not healthy (%s), so %s runs again.".formatted(to.version(), why, from.version());
        progress.note(status -> status.because(reason).at(Step.RETURN));
        progress.log().say(Step.RETURN.doing() + ": " + why);
        try {
            releases.makeCurrent(from);
        } catch (IOException failed) {
            return progress.end(
                    State.FAILED,
                    "%s Going back failed (%s): point %s at releases/%s by hand."
                            .formatted(reason, failed.getMessage(), paths.home().resolve("current"), from.name()));
        }
        var left = progress.now().up() ? healthy(from) : Optional.<String>empty();
        left.ifPresent(still ->
                progress.note(status -> status.because("%s It is not healthy either: %s.".formatted(reason, still))));
        discard(progress, to);
        return progress.end(State.RETURNED, String.valueOf(progress.now().reason()));
    }

    private Optional<String> restarted(Progress progress, Release to) {
        progress.at(Step.RESTART);
        return healthy(to, () -> progress.at(Step.HEALTH));
    }

    private Optional<String> healthy(Release release) {
        return healthy(release, () -> {});
    }

    /// Restarts what does not run that release yet, and waits.
    private Optional<String> healthy(Release release, Runnable restarted) {
        boolean runs = restart.isUp() && Health.runs(paths, release);
        var health = new Health(paths, data, release, runs ? Set.of() : data.livingPrograms());
        if (!runs) {
            try {
                restart.restart();
            } catch (RuntimeException notRestarted) {
                return Optional.of(String.valueOf(notRestarted.getMessage()));
            }
        }
        restarted.run();
        return Timeouts.until(patience, health::objection, restart::failure);
    }

    private void tidy(Progress progress, Release from, Release to) {
        try {
            releases.tidy(Set.of(from.name(), to.name()));
        } catch (IOException failed) {
            progress.log().say("an old release could not be removed (%s)".formatted(failed.getMessage()));
        }
    }

    /// Removes what was built for this update; older releases stay.
    private void discard(Progress progress, Release to) {
        if (progress.now().kind() == UpdateStatus.Kind.UPDATE) {
            try {
                releases.discard(to.name());
            } catch (IOException failed) {
                progress.log().say("%s could not be removed (%s)".formatted(to.folder(), failed.getMessage()));
            }
        }
    }
}
