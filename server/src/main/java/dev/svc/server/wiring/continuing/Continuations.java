package dev.svc.server.wiring.continuing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Adopted;
import dev.svc.server.metadata.event.MetadataEvent.OfSession;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.server.wiring.continuing.Continuable.Start;
import dev.svc.shared.vital.Vital;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Has sessions go on at the time that somebody set: each once, and only where nothing else is under way in it.
///
/// What became of it is journaled before the text is sent: a service that ends in between has not sent it, and does not
/// send it later. Looks at the clock once a second instead of sleeping until a time comes: a computer that was asleep
/// has its own idea of how long that is.
public final class Continuations implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Continuations.class.getName());

    /// What is later than this was meant for another situation.
    static final Duration LATE = Duration.ofHours(1);

    /// A program that has just been started reads its conversation first.
    static final Duration STARTING = Duration.ofMinutes(2);

    /// One that ran already may be drawing.
    static final Duration DRAWING = Duration.ofSeconds(20);

    private static final int AT_ONCE = 4;
    private static final int TRIES = 200;

    private final Metadata metadata;
    private final InstantSource clock;
    private final Continuable programs;
    private final Notices notices;
    private final Pace pace;
    private final Semaphore starts = new Semaphore(AT_ONCE, true);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService acting = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("continuing ", 0).factory());
    private final Metadata.Subscription changes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, Continuing> plans = new HashMap<>();

    /// Those whose time has come, until it is said what became of them.
    @GuardedBy("lock")
    private final Map<SessionId, Continuing> underWay = new HashMap<>();

    /// Tells people what became of a session that was to go on.
    @FunctionalInterface
    public interface Notices {
        void continued(SessionId session, ContinueResult result);
    }

    /// How long is waited between two looks.
    ///
    /// @param clock at the clock
    /// @param screen at a screen
    /// @param again after the journal has taken nothing
    record Pace(Duration clock, Duration screen, Duration again) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(10));
    }

    public Continuations(Metadata metadata, InstantSource clock, Continuable programs, Notices notices) {
        this(metadata, clock, programs, notices, Pace.USUAL);
    }

    Continuations(Metadata metadata, InstantSource clock, Continuable programs, Notices notices, Pace pace) {
        this.metadata = metadata;
        this.clock = clock;
        this.programs = programs;
        this.notices = notices;
        this.pace = pace;
        this.changes = metadata.subscribe(this::changed);
        metadata.organisation().eachMarked((session, _) -> follow(session));
        Vital.virtual("svc-continuing").start(this::run);
    }

    private void changed(Change change) {
        change.entries().forEach(this::follow);
    }

    private void follow(Entry entry) {
        if (entry.event() instanceof OfSession event) {
            follow(event.session());
        }
        if (entry.event() instanceof Adopted event) {
            follow(event.placeholder());
        }
    }

    private void follow(SessionId session) {
        var organisation = metadata.organisation();
        var real = organisation.resolve(session);
        var plan = organisation.marks(real).continuing();
        lock.lock();
        try {
            if (!real.equals(session)) {
                plans.remove(session);
            }
            boolean isUnderWay = underWay.entrySet().stream()
                    .anyMatch(it -> organisation.resolve(it.getKey()).equals(real)
                            && it.getValue().equals(plan));
            if (plan == null || isUnderWay) {
                plans.remove(real);
            } else {
                plans.put(real, plan);
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!isClosedAfter(pace.clock)) {
            taken(clock.instant()).forEach(this::begin);
        }
    }

    private Map<SessionId, Continuing> taken(Instant now) {
        var due = new HashMap<SessionId, Continuing>();
        lock.lock();
        try {
            plans.forEach((session, plan) -> {
                if (plan.isDue(now)) {
                    due.put(session, plan);
                }
            });
            plans.keySet().removeAll(due.keySet());
            underWay.putAll(due);
        } finally {
            lock.unlock();
        }
        return due;
    }

    private void begin(SessionId session, Continuing plan) {
        try {
            acting.execute(() -> goOn(session, plan));
        } catch (RejectedExecutionException closing) {
            LOG.log(Level.FINE, closing, () -> session + " does not go on, because the service ends");
        }
    }

    private void goOn(SessionId session, Continuing plan) {
        try {
            act(session, plan);
        } catch (JournalUnavailableException full) {
            LOG.log(Level.WARNING, full, () -> session + " is to go on, and that cannot be noted; it is tried again");
            boolean _ = isClosedAfter(pace.again);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> session + " could not go on");
            end(session, plan, ContinueResult.NOT_STARTED, "The service's log says why.");
        } finally {
            forget(session);
            follow(session);
        }
    }

    private void forget(SessionId session) {
        lock.lock();
        try {
            underWay.remove(session);
        } finally {
            lock.unlock();
        }
    }

    private void act(SessionId session, Continuing plan) {
        if (plan.at().plus(LATE).isBefore(clock.instant())) {
            end(session, plan, ContinueResult.LATE, null);
            return;
        }
        switch (start(session)) {
            case Start.Refused it -> end(session, plan, it.result(), it.why());
            case Start.Ran _ -> whenReady(session, plan, false);
            case Start.Began _ -> whenReady(session, plan, true);
        }
    }

    private Start start(SessionId session) {
        starts.acquireUninterruptibly();
        try {
            return programs.start(session);
        } finally {
            starts.release();
        }
    }

    /// Sends it as soon as the program is at its prompt. One that has just been started may be at work until
    /// then, and shows no empty prompt before; one that ran already was told to do something by somebody.
    private void whenReady(SessionId session, Continuing plan, boolean began) {
        var end = clock.instant().plus(began ? STARTING : DRAWING);
        while (isWanted(session, plan)) {
            var now = programs.look(session);
            boolean isStarting = began && (now == AtPrompt.WORKING || now == AtPrompt.FILLED);
            boolean waits = now == AtPrompt.NOT_YET || isStarting;
            if (now == AtPrompt.READY) {
                send(session, plan);
                return;
            }
            if (!waits || !clock.instant().isBefore(end)) {
                end(session, plan, result(now), null);
                return;
            }
            if (isClosedAfter(pace.screen)) {
                return; // whoever is started next decides
            }
        }
    }

    private boolean isWanted(SessionId session, Continuing plan) {
        return plan.equals(metadata.organisation().marks(session).continuing());
    }

    private void send(SessionId session, Continuing plan) {
        if (metadata.endContinuing(session, plan, ContinueResult.SENT, null).isNothing()) {
            return; // somebody was faster
        }
        var sent = steadily(() -> programs.paste(session, plan.text()));
        if (sent == AtPrompt.READY) {
            sent = steadily(() -> programs.enter(session));
        }
        if (sent == AtPrompt.READY) {
            notices.continued(session, ContinueResult.SENT);
        } else {
            metadata.failContinuing(session, plan, result(sent));
            notices.continued(session, result(sent));
        }
    }

    private interface Step {
        AtPrompt take();
    }

    /// Not given up while the service ends: it has been said to be sent.
    private AtPrompt steadily(Step step) {
        var now = step.take();
        for (int tries = 1; now == AtPrompt.NOT_YET && tries < TRIES; tries++) {
            pause();
            now = step.take();
        }
        return now;
    }

    private void pause() {
        try {
            Thread.sleep(pace.screen);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static ContinueResult result(AtPrompt now) {
        return switch (now) {
            case QUESTION -> ContinueResult.QUESTION;
            case WORKING -> ContinueResult.WORKING;
            case TYPING, FILLED -> ContinueResult.TYPING;
            case READY, NOT_YET, GONE -> ContinueResult.NO_PROMPT;
        };
    }

    private void end(SessionId session, Continuing plan, ContinueResult result, @Nullable String why) {
        if (!metadata.endContinuing(session, plan, result, why).isNothing()) {
            notices.continued(session, result);
        }
    }

    private boolean isClosedAfter(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Nobody is interrupted who may be writing to the journal.
    @Override
    public void close() {
        changes.close();
        closed.countDown();
        acting.shutdown();
        try {
            if (!acting.awaitTermination(2, TimeUnit.SECONDS)) {
                LOG.warning("a session that goes on is left behind");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
