package dev.svc.server.terminal;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Which sessions are in use by programs that svc did not start, where programs report that. Polled every few seconds.
final class ExternalPrograms implements Closeable {
    private static final Logger LOG = Logger.getLogger(ExternalPrograms.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Engines engines;
    private final Predicate<SessionId> isOurs;
    private final TerminalEvents events;
    private final Thread thread;
    private volatile Set<SessionId> seen = Set.of();

    ExternalPrograms(Engines engines, Predicate<SessionId> isOurs, TerminalEvents events) {
        this.engines = engines;
        this.isOurs = isOurs;
        this.events = events;
        this.thread = Vital.virtual("elsewhere").start(this::run);
    }

    /// As of the last look.
    Set<SessionId> sessions() {
        return seen;
    }

    /// As it is now.
    boolean has(SessionId session) {
        return !isOurs.test(session)
                && engines.find(session.engine()).stream()
                        .flatMap(ExternalPrograms::running)
                        .anyMatch(session::equals);
    }

    private void run() {
        try {
            while (true) {
                look();
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            var before = seen;
            var now = new HashSet<SessionId>();
            engines.all().stream()
                    .flatMap(ExternalPrograms::running)
                    .filter(isOurs.negate())
                    .forEach(now::add);
            seen = Set.copyOf(now);
            now.stream().filter(id -> !before.contains(id)).forEach(id -> events.changed(id, Status.ELSEWHERE));
            before.stream()
                    .filter(id -> !now.contains(id) && !isOurs.test(id))
                    .forEach(id -> events.changed(id, Status.OFF));
        } catch (RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "the search for programs outside svc failed");
        }
    }

    private static Stream<SessionId> running(EngineProvider engine) {
        return engine.liveElsewhere().stream()
                .flatMap(live -> live.running().stream())
                .map(nativeId -> new SessionId(engine.engineId(), nativeId));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
