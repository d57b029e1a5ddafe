package dev.svc.server.wiring.snooze;

import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Brings snoozed sessions back that have begun to need somebody. Journaled, so that a session that has come back
/// stays, whatever becomes of its question.
///
/// On a thread of its own: those who notice the need must not wait for the disk.
public final class Waking implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Waking.class.getName());

    private final Metadata metadata;
    private final InstantSource clock;
    private final Duration pause;
    private final ScheduledExecutorService writing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("svc-waking").factory());

    public Waking(Metadata metadata, InstantSource clock) {
        this(metadata, clock, Duration.ofSeconds(10));
    }

    /// @param pause until the next try when the journal cannot take it
    Waking(Metadata metadata, InstantSource clock, Duration pause) {
        this.metadata = metadata;
        this.clock = clock;
        this.pause = pause;
    }

    /// Something new calls for a person. Whoever snoozes a session after this knew of it.
    public void needed(SessionId session) {
        var snooze = metadata.organisation().marks(session).at(clock.instant()).snooze();
        if (snooze != null) {
            later(session, snooze, Duration.ZERO);
        }
    }

    private void later(SessionId session, Snooze snooze, Duration when) {
        try {
            var _ = writing.schedule(() -> wake(session, snooze), when.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.FINE, closed, () -> session + " is not woken, because the service ends");
        }
    }

    private void wake(SessionId session, Snooze snooze) {
        try {
            var _ = metadata.wakeFrom(session, snooze, Actor.SYSTEM);
        } catch (JournalUnavailableException full) {
            LOG.log(Level.WARNING, full, () -> session + " needs somebody and could not be woken; it is tried again");
            later(session, snooze, pause);
        }
    }

    @Override
    public void close() {
        writing.shutdownNow();
    }
}
