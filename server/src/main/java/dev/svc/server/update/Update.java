package dev.svc.server.update;

import dev.svc.server.update.UpdateStatus.Kind;
import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Candidate;
import dev.svc.server.update.release.Git;
import dev.svc.server.update.release.Helper;
import dev.svc.server.update.release.KnownTags;
import dev.svc.server.update.release.Offer;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.ReleaseSource;
import dev.svc.server.update.release.Releases;
import dev.svc.server.update.release.SourceCopy;
import dev.svc.server.update.release.TrustRoot;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One guarded update at a time, in a process of its own that outlives the service: the running release is not touched
/// before a smoke start of the new one has passed, and returns by itself if that was not enough.
public final class Update {
    private final UpdatePaths paths;
    private final Means means;
    private final Releases releases;
    private final StatusFile file;
    private final UpdateLog log;
    private final Git git;
    private final Helper helper;
    private final SmokeStart trial;
    private final ReleaseSwap exchange;
    private final NotKept refused;

    /// What an update works with.
    ///
    /// @param surroundings variables of this process
    public record Means(
            Map<String, String> surroundings,
            InstanceData holdings,
            ServiceRestart keeper,
            Clock clock,
            Timeouts patience) {}

    /// @param watcher receives each sentence as it is said
    public Update(UpdatePaths paths, Means means, Consumer<String> watcher) {
        this.paths = paths;
        this.means = means;
        this.releases = new Releases(paths.home());
        this.file = new StatusFile(paths.status());
        this.log = new UpdateLog(paths.log(), means.clock(), watcher);
        this.git = new Git(paths.folder(), means.surroundings());
        this.helper = new Helper(paths.helper());
        this.trial = new SmokeStart(
                paths.trial(),
                means.holdings(),
                means.surroundings(),
                helper,
                means.patience().trial());
        this.refused = new NotKept(paths.refused(), means.clock());
        this.exchange = new ReleaseSwap(
                paths,
                releases,
                means.holdings(),
                means.keeper(),
                means.patience().health());
    }

    /// Installs what the channel offers, where that is newer.
    public UpdateStatus apply(UpdateSettings settings) {
        return alone(Kind.UPDATE, progress -> newer(progress, settings));
    }

    /// Goes back to the release before the current one.
    public UpdateStatus rollBack() {
        return alone(Kind.ROLLBACK, this::former);
    }

    /// Finishes or rolls back what a crash interrupted; does nothing if there is nothing.
    public UpdateStatus settle() {
        return alone(Kind.UPDATE, null);
    }

    @FunctionalInterface
    private interface Task {
        UpdateStatus run(Progress progress) throws IOException;
    }

    private UpdateStatus alone(Kind kind, @Nullable Task task) {
        try (HomeLock _ = lock()) {
            Installer.at(paths.home()).ifPresent(pid -> {
                throw new UpdateException(
                        "The installer works on %s (process %d): wait until it is done.".formatted(paths.home(), pid));
            });
            var unfinished = file.read();
            UpdateStatus settled = unfinished.isRunning() ? settled(unfinished) : unfinished;
            return task == null ? settled : run(kind, task);
        } catch (IOException notWritable) {
            throw new UpdateException("%s cannot be written (%s): mend the permissions of the home or make room."
                    .formatted(paths.folder(), notWritable.getMessage()));
        }
    }

    private HomeLock lock() throws IOException {
        return HomeLock.tryTake(paths.lock())
                .orElseThrow(() -> new UpdateException("An update is running already (%s): wait until it is done."
                        .formatted(HomeLock.holder(paths.lock()).orElse("it did not say which"))));
    }

    private UpdateStatus run(Kind kind, Task task) {
        log.begin();
        String id = means.clock().instant().toEpochMilli() + "-"
                + ProcessHandle.current().pid();
        var begun = UpdateStatus.begun(
                id, kind, means.keeper().isUp(), means.clock().instant());
        return guarded(new Progress(file, log, means.clock(), begun), task);
    }

    /// Before the flip, any failure leaves only a sentence.
    private UpdateStatus guarded(Progress progress, Task task) {
        try {
            return task.run(progress);
        } catch (UpdateException | IOException failed) {
            String why = failed instanceof UpdateException known
                    ? known.sentence()
                    : "It failed (%s): nothing was changed.".formatted(failed.getMessage());
            cleanUp(progress);
            progress.note(status -> status.because(why));
            return progress.end(State.FAILED, why);
        }
    }

    private UpdateStatus newer(Progress progress, UpdateSettings settings) throws IOException {
        progress.at(Step.CHECK);
        Release installed = requireInstalled();
        progress.note(status -> status.leaving(installed));
        ReleaseSource source = settings.source(installed);
        var answer = new Offer(git, new KnownTags(paths.tags())).look(installed, source, settings.channel());
        answer.objection().ifPresent(why -> {
            throw new UpdateException(why);
        });
        Candidate candidate = answer.candidate();
        judge(progress, installed, source, candidate);
        Release built = build(progress, installed, source, settings, candidate);
        progress.at(Step.TRY);
        requireFit(built);
        return remembered(built, exchange.run(progress, installed, built));
    }

    private void requireFit(Release built) {
        try {
            trial.require(built);
        } catch (UnfitException unfit) {
            refused.note(built.commit(), built.version(), unfit.sentence(), log);
            throw unfit;
        }
    }

    /// What came back is said when it is offered again.
    private UpdateStatus remembered(Release release, UpdateStatus end) {
        if (end.state() == State.RETURNED) {
            refused.note(release.commit(), release.version(), String.valueOf(end.reason()), log);
        } else if (end.state() == State.DONE) {
            refused.forget(release.commit(), log);
        }
        return end;
    }

    /// Starts a release aside, as an update does before it takes it.
    ///
    /// @param folder of the release
    /// @throws UpdateException where it is not fit to run
    public void tryAside(Path folder) {
        var release =
                Release.find(folder).orElseThrow(() -> new UpdateException(folder + " is no release: build it again."));
        try {
            requireFit(release);
        } finally {
            forgetTrial();
        }
    }

    private void forgetTrial() {
        try {
            helper.end();
            trial.discard();
        } catch (IOException left) {
            log.say("something is left behind (%s)".formatted(left.getMessage()));
        }
    }

    private void judge(Progress progress, Release installed, ReleaseSource source, Candidate candidate) {
        progress.note(status -> status.towards("", candidate.version()));
        progress.at(Step.FETCH);
        var copy = new SourceCopy(git, paths.sourceCopy(), means.patience().fetch());
        copy.fetch(source, candidate);
        progress.at(Step.VERIFY);
        new TrustRoot(paths.home()).requireSigned(git, copy.folder(), candidate);
        Offer.requireFollows(copy, installed, candidate);
    }

    /// Fetched where it was made ready, else built.
    private Release build(
            Progress progress, Release installed, ReleaseSource source, UpdateSettings settings, Candidate candidate) {
        Path fresh = releases.fresh(means.clock().instant(), candidate.commit());
        progress.note(status -> status.towards(String.valueOf(fresh.getFileName()), candidate.version()));
        progress.at(Step.BUILD);
        if (installed.took() > 0) {
            log.say("the last one took %d:%02d".formatted(installed.took() / 60, installed.took() % 60));
        }
        var patience = means.patience().build();
        var ready = new ReadyMade(
                means.surroundings(), helper, patience, paths.home().resolve("trust/allowed_signers"));
        return settings.releases()
                .flatMap(releases ->
                        ready.release(installed, releases, source, settings.channel(), candidate, fresh, log))
                .orElseGet(() -> new Build(means.surroundings(), helper, patience)
                        .release(installed, source, settings.channel(), candidate, fresh, log));
    }

    private UpdateStatus former(Progress progress) {
        Release installed = requireInstalled();
        Release former = releases.former()
                .orElseThrow(() -> new UpdateException(
                        "There is no release before %s to go back to.".formatted(installed.version())));
        progress.note(status -> status.leaving(installed).towards(former.name(), former.version()));
        progress.at(Step.TRY);
        trial.require(former);
        return exchange.run(progress, installed, former);
    }

    private Release requireInstalled() {
        return releases.current()
                .orElseThrow(() -> new UpdateException(
                        "Nothing is installed in %s: updates need an installed release; run the installer."
                                .formatted(paths.home())));
    }

    private UpdateStatus settled(UpdateStatus unfinished) throws IOException {
        helper.end();
        log.say("the last update was interrupted while " + unfinished.step().doing());
        var progress = new Progress(file, log, means.clock(), unfinished);
        var from = releases.find(unfinished.from());
        var to = releases.find(unfinished.to());
        if (from.isPresent() && to.isPresent() && unfinished.step() == Step.RETURN) {
            return settled(
                    unfinished,
                    to.get(),
                    exchange.goBack(progress, from.get(), to.get(), "the update was interrupted"));
        }
        if (from.isPresent() && to.isPresent() && isCurrent(to)) {
            return settled(unfinished, to.get(), exchange.proceed(progress, from.get(), to.get()));
        }
        String why = "The update was interrupted while %s; nothing was changed."
                .formatted(unfinished.step().doing());
        cleanUp(progress);
        progress.note(status -> status.because(why));
        return progress.end(State.FAILED, why);
    }

    private UpdateStatus settled(UpdateStatus unfinished, Release to, UpdateStatus end) {
        return unfinished.kind() == Kind.UPDATE ? remembered(to, end) : end;
    }

    private boolean isCurrent(Optional<Release> release) {
        return releases.current().map(Release::name).equals(release.map(Release::name));
    }

    private void cleanUp(Progress progress) {
        try {
            helper.end();
            trial.discard();
            if (progress.now().kind() == Kind.UPDATE && !progress.now().to().isEmpty()) {
                releases.discard(progress.now().to());
            }
        } catch (IOException left) {
            log.say("something is left behind (%s)".formatted(left.getMessage()));
        }
    }
}
