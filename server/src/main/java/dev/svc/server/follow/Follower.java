package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Reads the turns of all sessions as their logs grow, once for all projections, on one thread of the lowest priority.
///
/// Order: what changed just now, then what is live, then the newest. Nothing waits for it, and nothing that fails here
/// ends it: a log that cannot be read is left until it changes, a projection in trouble is tried again.
public final class Follower implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Follower.class.getName());

    /// Of one core, while there is much to read.
    private static final double SHARE = 0.6;

    /// Sessions between two flushes that are a first reading of a store, or part of one.
    private static final int MANY = 200;

    private final FollowedStores stores;
    private final List<Projection> projections;
    private final Times times;
    private final Pace pace;
    private final SessionReading reading;
    private final Standing standing;
    private final Backlog backlog = new Backlog();

    /// Sessions since memory was given back.
    @OwnedBy("the following thread")
    private int taken;

    @OwnedBy("the following thread")
    private long flushed = System.nanoTime();

    /// False until what is not listed is known not to be there.
    private volatile boolean listed;

    /// It took too long to end: what belongs to the projections is not touched any more.
    private volatile boolean leftBehind;

    @OwnedBy("whoever starts and closes it")
    private @Nullable Thread thread;

    @OwnedBy("whoever starts and closes it")
    private @Nullable Closeable subscription;

    /// Times.
    ///
    /// @param gather how long changes are collected before they are looked at
    /// @param flush how often what was taken is made durable while there is more
    /// @param retry until a projection in trouble is tried again
    public record Times(Duration gather, Duration flush, Duration retry) {
        static final Times USUAL = new Times(Duration.ofMillis(250), Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    /// @param somebodyWaits whether somebody waits for an answer or an echo at this moment
    /// @param news hears of progress, on the following thread; must be quick
    public Follower(
            FollowedStores stores,
            List<Projection> projections,
            BooleanSupplier somebodyWaits,
            Consumer<FollowProgress> news) {
        this(stores, projections, new Pace(somebodyWaits, SHARE), news, Times.USUAL);
    }

    Follower(
            FollowedStores stores,
            List<Projection> projections,
            Pace pace,
            Consumer<FollowProgress> news,
            Times times) {
        this.stores = stores;
        this.projections = List.copyOf(projections);
        this.standing = new Standing(news);
        this.times = times;
        this.pace = pace;
        this.reading = new SessionReading(this.projections, pace);
    }

    /// Begins; returns at once.
    public void start() {
        subscription = stores.subscribe(backlog::add);
        thread = Thread.ofPlatform().daemon().name("svc-follow").start(this::run);
    }

    public FollowProgress progress() {
        return standing.progress();
    }

    /// Looks at all sessions again, because a projection has lost what it had.
    public void again() {
        backlog.add(Optional.empty());
    }

    private void run() {
        try {
            LowPriority.enter();
            while (!backlog.isEnded()) {
                turn();
            }
        } catch (InterruptedException ended) {
            LOG.log(Level.FINE, ended, () -> "following ends");
        }
        flushForGood();
        try {
            standing.stopped(null);
        } catch (RuntimeException deaf) {
            LOG.log(Level.FINE, deaf, () -> "nobody hears that following ended");
        }
    }

    /// Does what there is, then waits for more. Not even an error ends it, because nobody would start it again: it
    /// stands still for a while. (Where memory is used up the whole program ends; see `jvm.options`.)
    private void turn() throws InterruptedException {
        try {
            if (!listed) {
                stores.awaitListed();
                listed = true;
            }
            var work = backlog.take();
            if (work.isEmpty()) {
                idle();
            } else {
                follow(work);
            }
        } catch (IOException trouble) {
            standStill(String.valueOf(trouble.getMessage()), trouble);
        } catch (RuntimeException | Error fault) {
            standStill("A fault stopped it; the log says which.", fault);
        }
    }

    private void standStill(String reason, Throwable why) throws InterruptedException {
        LOG.log(Level.WARNING, why, () -> "following stands still: " + reason);
        backlog.add(Optional.empty());
        try {
            standing.stopped(reason);
        } catch (RuntimeException deaf) {
            LOG.log(Level.FINE, deaf, () -> "nobody hears that following stands still");
        }
        pace.pause(times.retry().toNanos());
    }

    private void idle() throws IOException, InterruptedException {
        if (!backlog.await(times.gather())) {
            flush();
            backlog.await(Duration.ofDays(1));
        }
        pace.pause(times.gather().toNanos());
    }

    private void follow(Backlog.Work work) throws IOException, InterruptedException {
        for (var id : work.changed()) {
            follow(id);
        }
        if (work.everything()) {
            followAll();
        }
        standing.note();
        flushNowAndThen();
    }

    private void followAll() throws IOException, InterruptedException {
        var sessions = stores.sessions();
        var present = new HashSet<SessionId>();
        sessions.forEach(session -> present.add(session.id()));
        forgetGone(present);
        standing.knows(present);
        var live = new ArrayList<SessionId>();
        var others = new ArrayList<SessionId>();
        for (var session : sessions) {
            if (isFollowed(session)) {
                standing.followed(session.id());
            } else {
                (session.live() ? live : others).add(session.id());
            }
        }
        live.addAll(others);
        for (var id : live) {
            standing.note();
            changedMeanwhile();
            follow(id);
        }
    }

    /// What changes while there is a long list to read is not kept waiting by it.
    private void changedMeanwhile() throws IOException, InterruptedException {
        var work = backlog.take();
        if (work.everything()) {
            backlog.add(Optional.empty());
        }
        for (var id : work.changed()) {
            follow(id);
        }
        flushNowAndThen();
    }

    private void flushNowAndThen() throws IOException {
        if (System.nanoTime() - flushed >= times.flush().toNanos()) {
            flush();
        }
    }

    /// As the session is now: in a long list it may have grown, or gone, since it was listed.
    private void follow(SessionId id) throws IOException, InterruptedException {
        var session = stores.find(id);
        if (session.isPresent()) {
            follow(session.get());
        } else if (stores.isReadable(id.engine())) {
            forget(id);
        }
    }

    private void follow(FollowedSession session) throws IOException, InterruptedException {
        try {
            if (!isFollowed(session)) {
                reading.follow(session, stores.turns(session.id().engine()));
                taken++;
            }
        } catch (ProjectionException trouble) {
            throw trouble;
        } catch (IOException | RuntimeException | StackOverflowError notReadable) {
            LOG.log(Level.FINE, notReadable, () -> session.id() + " is not followed until it changes");
            standing.isUnreadable(session);
        } catch (Error fault) {
            standing.struck(session);
            throw fault;
        }
        standing.followed(session.id());
    }

    private boolean isFollowed(FollowedSession session) throws IOException {
        if (standing.isLeftAlone(session)) {
            return true;
        }
        for (var projection : projections) {
            var mark = Projections.mark(projection, session.id());
            if (mark.isEmpty() || mark.get().stamp() != session.stamp()) {
                return false;
            }
        }
        return true;
    }

    private void forgetGone(Set<SessionId> present) throws IOException {
        var gone = new HashSet<SessionId>();
        for (var projection : projections) {
            gone.addAll(Projections.sessions(projection));
        }
        gone.removeAll(present);
        for (var id : gone) {
            if (stores.isReadable(id.engine())) {
                forget(id);
            }
        }
    }

    /// Nothing is written for what no projection has, such as the sessions of sub-agents.
    private void forget(SessionId id) throws IOException {
        for (var projection : projections) {
            if (Projections.mark(projection, id).isPresent()) {
                Projections.forget(projection, id);
            }
        }
        reading.forget(id);
        standing.forget(id);
    }

    private void flush() throws IOException {
        flushed = System.nanoTime();
        for (var projection : projections) {
            Projections.flush(projection);
        }
        giveBack();
    }

    /// What a projection holds until it is flushed has become old by then, and the collector would rather let the
    /// heap grow to its limit than look through it: the first reading of a large store would cost memory for good.
    /// A collection takes as long as an echo may take, so it runs only when nobody waits.
    private void giveBack() {
        if (taken >= MANY && !pace.isSomebodyWaiting()) {
            taken = 0;
            System.gc();
        }
    }

    private void flushForGood() {
        if (!listed || leftBehind) {
            return;
        }
        try {
            flush();
        } catch (IOException | RuntimeException | Error trouble) {
            LOG.log(Level.WARNING, trouble, () -> "what was followed last is lost: " + trouble.getMessage());
        }
    }

    /// Ends within a moment; what was taken is made durable first.
    @Override
    public void close() throws IOException {
        backlog.end();
        pace.end();
        if (thread != null && !listed) {
            // It waits for the stores, with nothing in its hands.
            thread.interrupt();
        }
        if (subscription != null) {
            subscription.close();
        }
        try {
            if (thread != null && !thread.join(Duration.ofSeconds(2))) {
                leftBehind = true;
                LOG.fine("following takes too long to end and is left behind; what it took last is read again");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
