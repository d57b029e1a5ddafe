package dev.svc.server.update;

import dev.svc.server.update.Status.State;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Replaces one release by another, and reverts by itself when the new one is not healthy in time.
final class Exchange {
    private final Place place;
    private final Releases releases;
    private final Holdings holdings;
    private final Keeper keeper;
    private final Duration patience;

    Exchange(Place place, Releases releases, Holdings holdings, Keeper keeper, Duration patience) {
        this.place = place;
        this.releases = releases;
        this.holdings = holdings;
        this.keeper = keeper;
        this.patience = patience;
    }

    Status run(Progress progress, Release from, Release to) {
        progress.at(Step.FLIP);
        try {
            releases.makeCurrent(to);
        } catch (IOException failed) {
            throw new UpdateException("%s cannot be made the current release (%s): mend the permissions of %s."
                    .formatted(to.version(), failed.getMessage(), place.home()));
        }
        return proceed(progress, from, to);
    }

    /// From here on the link names the new release; recovery of a crashed update starts here too.
    Status proceed(Progress progress, Release from, Release to) {
        var objection = progress.now().up() ? restarted(progress, to) : Optional.<String>empty();
        if (objection.isPresent()) {
            return goBack(progress, from, to, objection.get());
        }
        progress.at(Step.TIDY);
        tidy(progress, from, to);
        return progress.end(State.DONE, "%s runs".formatted(to.version()));
    }

    Status goBack(Progress progress, Release from, Release to, String why) {
        String reason = "%s was not healthy (%s), so %s runs again.".formatted(to.version(), why, from.version());
        progress.note(status -> status.because(reason).at(Step.RETURN));
        progress.log().say(Step.RETURN.doing() + ": " + why);
        try {
            releases.makeCurrent(from);
        } catch (IOException failed) {
            return progress.end(
                    State.FAILED,
                    "%s Going back failed (%s): point %s at releases/%s by hand."
                            .formatted(reason, failed.getMessage(), place.home().resolve("current"), from.name()));
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
        boolean runs = keeper.isUp() && Health.runs(place, release);
        var health = new Health(place, holdings, release, runs ? Set.of() : holdings.livingPrograms());
        if (!runs) {
            try {
                keeper.restart();
            } catch (RuntimeException notRestarted) {
                return Optional.of(String.valueOf(notRestarted.getMessage()));
            }
        }
        restarted.run();
        return Patience.until(patience, health::objection);
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
        if (progress.now().kind() == Status.Kind.UPDATE) {
            try {
                releases.discard(to.name());
            } catch (IOException failed) {
                progress.log().say("%s could not be removed (%s)".formatted(to.folder(), failed.getMessage()));
            }
        }
    }
}
