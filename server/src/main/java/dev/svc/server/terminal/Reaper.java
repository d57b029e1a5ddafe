package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Ends programs that nobody watched or used, and that printed nothing, for longer than the settings allow. Their
/// history stays.
public final class Reaper implements Closeable {
    private static final Duration PAUSE = Duration.ofSeconds(5); // so soon a changed setting counts

    private final Terminals terminals;
    private final Supplier<Settings> settings;
    private final Predicate<SessionId> exempt;
    private final TerminalEvents events;
    private final InstantSource clock;
    private final Set<Told> told = ConcurrentHashMap.newKeySet();
    private final Thread thread;

    /// When a program counts as idle, and what to do then.
    ///
    /// @param idle how long a program may be idle; zero never ends one
    /// @param dryRun only report what would be ended
    public record Settings(Duration idle, Duration interval, boolean dryRun) {}

    private record Told(SessionId session, boolean dryRun) {}

    /// Starts the periodic look.
    ///
    /// @param settings asked before each look, so that changes count at once
    /// @param exempt sessions that are never ended for being idle
    public Reaper(
            Terminals terminals,
            Supplier<Settings> settings,
            Predicate<SessionId> exempt,
            TerminalEvents events,
            InstantSource clock) {
        this.terminals = terminals;
        this.settings = settings;
        this.exempt = exempt;
        this.events = events;
        this.clock = clock;
        this.thread = Vital.virtual("reaper").start(this::run);
    }

    private void run() {
        try {
            var looked = clock.instant();
            while (true) {
                var interval = settings.get().interval();
                Thread.sleep(interval.compareTo(PAUSE) < 0 ? interval : PAUSE);
                if (!clock.instant().isBefore(looked.plus(settings.get().interval()))) {
                    looked = clock.instant();
                    look();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Looks once and ends what is due.
    void look() {
        var now = settings.get();
        if (now.idle().isZero()) {
            return;
        }
        for (var terminal : terminals.living()) {
            var idle = Duration.between(terminal.lastUse(), clock.instant());
            if (idle.compareTo(now.idle()) < 0) {
                told.removeIf(it -> it.session().equals(terminal.session()));
            } else if (!exempt.test(terminal.session())) {
                reap(terminal.session(), idle, now.dryRun());
            }
        }
    }

    private void reap(SessionId session, Duration idle, boolean dryRun) {
        if (told.add(new Told(session, dryRun))) {
            events.reaped(session, "idle for %d s".formatted(idle.toSeconds()), dryRun);
            if (!dryRun) {
                terminals.end(session);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
