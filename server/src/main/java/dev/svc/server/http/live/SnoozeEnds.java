package dev.svc.server.http.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Adopted;
import dev.svc.server.metadata.event.MetadataEvent.OfSession;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.Vital;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Tells pages of a session whose snooze is over: nothing is journaled at that moment.
///
/// Looks at the clock once a second instead of sleeping until a time comes: a computer that was asleep, or whose clock
/// was set, has its own idea of how long that is.
public final class SnoozeEnds implements AutoCloseable {
    private static final int LOOK_SECONDS = 1;

    private final Metadata metadata;
    private final InstantSource clock;
    private final Consumer<SessionId> over;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Metadata.Subscription changes;
    private final Thread thread;

    /// Those that are snoozed until a time.
    @GuardedBy("this")
    private final Map<SessionId, Instant> snoozed = new HashMap<>();

    /// @param over receives each session whose snooze is over, once
    public SnoozeEnds(Metadata metadata, InstantSource clock, Consumer<SessionId> over) {
        this.metadata = metadata;
        this.clock = clock;
        this.over = over;
        this.changes = metadata.subscribe(this::changed);
        metadata.organisation().eachMarked((session, _) -> follow(session));
        this.thread = Vital.virtual("svc-snooze-ends").start(this::run);
    }

    private void changed(Change change) {
        change.entries().forEach(this::follow);
    }

    private void follow(Entry entry) {
        if (entry.event() instanceof OfSession event) {
            follow(event.session());
        }
        if (entry.event() instanceof Adopted event) {
            forget(event.placeholder());
        }
    }

    private synchronized void follow(SessionId session) {
        var snooze = metadata.organisation().marks(session).snooze();
        var until = snooze == null || snooze.isOver(clock.instant()) ? null : snooze.until();
        if (until == null) {
            snoozed.remove(session);
        } else {
            snoozed.put(session, until);
        }
    }

    private synchronized void forget(SessionId session) {
        snoozed.remove(session);
    }

    private void run() {
        try {
            do {
                taken(clock.instant()).forEach(over);
            } while (!closed.await(LOOK_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<SessionId> taken(Instant now) {
        var ended = new ArrayList<SessionId>();
        snoozed.forEach((session, until) -> {
            if (!until.isAfter(now)) {
                ended.add(session);
            }
        });
        snoozed.keySet().removeAll(ended);
        return ended;
    }

    @Override
    public void close() {
        changes.close();
        closed.countDown();
        thread.interrupt();
    }
}
