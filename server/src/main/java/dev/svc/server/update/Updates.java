package dev.svc.server.update;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.update.release.Git;
import dev.svc.server.update.release.KnownTags;
import dev.svc.server.update.release.Offer;
import dev.svc.server.update.release.Offered;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.Releases;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A running program's view of updates: what there is, what is going on, and how to start one. The update itself is a
/// process of its own.
public final class Updates {
    private static final Duration FRESH = Duration.ofSeconds(5);
    static final String NOT_INSTALLED =
            "This svc is no installed release, and only those are updated: run installer/install.sh; a package is replaced by the next package.";

    private final UpdatePaths paths;
    private final Supplier<UpdateSettings> wishes;
    private final Running running;
    private final Launch launch;
    private final Clock clock;
    private final Releases releases;
    private final StatusFile status;
    private final Git git;
    private final NotKept refused;

    @GuardedBy("this")
    private @Nullable Check last;

    /// The program that asks.
    ///
    /// @param root the clone it runs from
    public record Running(Optional<Path> root, String version, String commit) {}

    /// Starts the update as a detached process.
    @FunctionalInterface
    public interface Launch {
        void begin(Release installed, List<String> words) throws IOException;
    }

    public Updates(
            UpdatePaths paths,
            Supplier<UpdateSettings> wishes,
            Running running,
            Launch launch,
            Map<String, String> surroundings,
            Clock clock) {
        this.paths = paths;
        this.wishes = wishes;
        this.running = running;
        this.launch = launch;
        this.clock = clock;
        this.releases = new Releases(paths.home());
        this.status = new StatusFile(paths.status());
        this.git = new Git(paths.home(), surroundings);
        this.refused = new NotKept(paths.refused(), clock);
    }

    public UpdateSettings wishes() {
        return wishes.get();
    }

    public UpdateStatus status() {
        return status.read();
    }

    public Path log() {
        return paths.log();
    }

    public String logTail() {
        return UpdateLog.tail(paths.log());
    }

    /// What the update that goes on said last, without the time; empty where nothing was said.
    public String lastLine() {
        return logTail()
                .lines()
                .reduce("", (former, line) -> line)
                .replaceFirst("^\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z ", "")
                .replaceFirst("^svc: +", "");
    }

    /// How long it took to build or fetch the installed release.
    public Optional<Integer> usualSeconds() {
        return installed().map(Release::took).filter(seconds -> seconds > 0);
    }

    /// The release that this program is, when it is one of this home.
    public Optional<Release> installed() {
        return running.root().filter(releases::hold).flatMap(_ -> releases.current());
    }

    public Release requireInstalled() {
        return installed().orElseThrow(() -> new UpdateException(NOT_INSTALLED));
    }

    /// The version that going back would lead to.
    public Optional<String> former() {
        return installed().flatMap(_ -> releases.former()).map(Release::version);
    }

    /// Where updates come from; empty where no repository is known.
    public Optional<String> source() {
        return wishes.get().repo().or(() -> installed().map(Release::repo)).filter(text -> !text.isBlank());
    }

    /// Checks the channel; failures are in the notes. Concurrent callers share one answer.
    public synchronized Check check() {
        UpdateSettings now = wishes.get();
        Instant time = clock.instant();
        if (last == null
                || !last.channel().equals(now.channel().word())
                || last.checkedAt().plus(FRESH).isBefore(time)) {
            last = look(now, time);
        }
        return last;
    }

    private Check look(UpdateSettings now, Instant time) {
        var release = installed();
        Release from = release.orElseGet(this::unplaced);
        if (isPackaged() && source().isEmpty()) {
            return new Check(
                    running.version(), null, now.channel().word(), false, Offered.UNKNOWN.word(), time, NOT_INSTALLED);
        }
        try {
            var answer = new Offer(git, new KnownTags(paths.tags())).look(from, now.source(from), now.channel());
            boolean newer = answer.offered() == Offered.NEWER;
            return new Check(
                    running.version(),
                    answer.candidate().version(),
                    now.channel().word(),
                    newer && release.isPresent(),
                    (newer && release.isEmpty() ? Offered.NOT_INSTALLABLE : answer.offered()).word(),
                    time,
                    release.isEmpty() ? NOT_INSTALLED : notes(answer));
        } catch (UpdateException unknown) {
            return new Check(
                    running.version(),
                    null,
                    now.channel().word(),
                    false,
                    Offered.UNKNOWN.word(),
                    time,
                    unknown.sentence());
        }
    }

    /// What was not kept once is offered again, and not as if nothing had been.
    private String notes(Offer.Answer answer) {
        return answer.offered() == Offered.NEWER
                ? refused.find(answer.candidate().commit()).orElse(answer.notes())
                : answer.notes();
    }

    /// A package has the program without its launcher; no source would make it one that updates itself.
    private boolean isPackaged() {
        return running.root().filter(root -> !Files.exists(root.resolve("svc"))).isPresent();
    }

    /// A checkout, seen as the release that it would be.
    private Release unplaced() {
        Path root = running.root().orElse(paths.home());
        return new Release(root, running.version(), running.commit(), "", "", "", 0);
    }

    /// Begins an update and says to which version.
    ///
    /// @throws UpdateException where there is nothing newer or another is under way
    public String begin() throws IOException {
        Release installed = requireFree();
        Check found = check();
        if (!found.newer() || found.latest() == null) {
            throw new UpdateException(found.notes());
        }
        launch.begin(installed, List.of("autoupdate"));
        return found.latest();
    }

    /// Begins going back and says to which version.
    public String beginRollback() throws IOException {
        Release installed = requireFree();
        String former = former().orElseThrow(() ->
                new UpdateException("There is no release before %s to go back to.".formatted(installed.version())));
        launch.begin(installed, List.of("rollback"));
        return former;
    }

    /// Has an interrupted update finished or rolled back; returns whether there was one.
    boolean settle() throws IOException {
        var release = installed();
        boolean died = release.isPresent() && status().isRunning() && !isLocked();
        if (died) {
            launch.begin(release.get(), List.of("autoupdate", "--settle"));
        }
        return died;
    }

    private Release requireFree() throws IOException {
        Release installed = requireInstalled();
        if (isLocked()) {
            throw new UpdateException("An update is running already: wait until it is done.");
        }
        return installed;
    }

    /// Asking takes the lock for a moment, as an update would.
    private boolean isLocked() throws IOException {
        if (!Files.exists(paths.lock())) {
            return false;
        }
        var lock = HomeLock.tryTake(paths.lock());
        if (lock.isPresent()) {
            lock.get().close();
        }
        return lock.isEmpty();
    }
}
