package dev.svc.server.update;

import dev.svc.server.update.release.Candidate;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.file.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Informs the service of updates made by other processes: each step to watchers, each end once to the journal, and
/// update settings changed on the host. Recovers one that died, and starts one itself once a day, if enabled.
public final class UpdateWatch implements Closeable {
    private static final System.Logger LOG = System.getLogger(UpdateWatch.class.getName());
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration AGAIN = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Updates updates;
    private final UpdatePaths paths;
    private final HostChangeLog deeds;
    private final Listener listener;
    private final Clock clock;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("updates").factory());
    // Of the one thread above:
    private UpdateStatus shown;
    private String told;
    private Instant settled = Instant.EPOCH;
    private final Set<What> noted = EnumSet.noneOf(What.class);

    /// The listener.
    ///
    /// @param step of an update that goes on or ended
    /// @param end of an update, once, whatever restarts lie between
    /// @param set what was set on the host beside the service, and by whom
    public record Listener(Consumer<UpdateStatus> step, Consumer<UpdateStatus> end, BiConsumer<What, Who> set) {}

    public UpdateWatch(Updates updates, UpdatePaths paths, HostChangeLog deeds, Listener listener, Clock clock) {
        this.updates = updates;
        this.paths = paths;
        this.deeds = deeds;
        this.listener = listener;
        this.clock = clock;
        this.shown = updates.status();
        this.told = read(paths.told());
    }

    public void start() {
        var _ = looking.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        var _ = looking.scheduleWithFixedDelay(this::daily, 1, 10, TimeUnit.MINUTES);
    }

    void look() {
        guarded(() -> {
            UpdateStatus now = updates.status();
            if (!now.equals(shown)) {
                shown = now;
                listener.step().accept(now);
            }
            if (now.isRunning() && settled.plus(AGAIN).isBefore(clock.instant()) && updates.settle()) {
                settled = clock.instant();
            }
            if (now.finishedAt() != null && !now.run().equals(told)) {
                listener.end().accept(now);
                told = now.run();
                write(paths.told(), told);
            }
            for (What what : List.of(What.CHANNEL, What.AUTOUPDATE)) {
                deeds.find(what).ifPresent(who -> note(what, who));
            }
        });
    }

    /// At least once: a crash between the two repeats it. A line that cannot be removed is still reported only once.
    private void note(What what, Who who) {
        if (!noted.add(what)) {
            return;
        }
        try {
            listener.set().accept(what, who);
        } finally {
            var _ = deeds.take(what);
            if (deeds.find(what).isEmpty()) {
                noted.remove(what);
            }
        }
    }

    /// An update that failed or was rolled back is not retried automatically.
    void daily() {
        guarded(() -> {
            if (updates.wishes().auto() && updates.installed().isPresent() && isDue()) {
                write(paths.lastLook(), clock.instant().toString());
                Check found = updates.check();
                if (found.newer() && !wasRefused(found)) {
                    LOG.log(Level.INFO, "updating to " + found.latest());
                    updates.begin();
                }
            }
        });
    }

    private boolean wasRefused(Check found) {
        UpdateStatus last = updates.status();
        String latest = String.valueOf(found.latest());
        boolean cameBack = last.state() == UpdateStatus.State.RETURNED && Candidate.isSame(latest, last.target());
        boolean wentBack = last.kind() == UpdateStatus.Kind.ROLLBACK && Candidate.isSame(latest, last.fromVersion());
        return cameBack || wentBack;
    }

    private boolean isDue() {
        try {
            return Instant.parse(read(paths.lastLook())).plus(DAY).isBefore(clock.instant());
        } catch (DateTimeParseException never) {
            return true;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException none) {
            return "";
        }
    }

    private static void write(Path file, String text) throws IOException {
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @FunctionalInterface
    private interface Look {
        void take() throws IOException;
    }

    private static void guarded(Look look) {
        try {
            look.take();
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, "the look for updates failed: " + failed.getMessage());
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
