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
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Goes through all sessions as they change, on one thread of low priority, and has each taken: its turns for
/// projections, or its bytes.
///
/// Order: what changed just now, then what is live, then the newest. Nothing waits for it, and nothing that fails here
/// ends it: a session that cannot be read is left until it changes, a place in trouble is tried again.
public final class Follower implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Follower.class.getName());

    /// Of one core, while there is much to read.
    private static final double SHARE = 0.6;

    /// Sessions between two flushes that are a first reading of a store, or part of one.
    private static final int MANY = 200;

    private final FollowedStores stores;
    private final Times times;
    private final Pace pace;
    private final SessionTaker taker;
    private final Standing standing;
    private final Backlog backlog = new Backlog();

    /// Sessions since memory was given back.
    @OwnedBy("the following thread")
    private int taken;

    @OwnedBy("the following thread")
    private long flushed = System.nanoTime();

    /// False until what is not listed is known not to be there.
    private volatile boolean listed;

    /// It took too long to end: what belongs to the taker is not touched any more.
    private volatile boolean leftBehind;

    @OwnedBy("whoever starts and closes it")
    private @Nullable Thread thread;

    @OwnedBy("whoever starts and closes it")
    private @Nullable Closeable subscription;

    /// Times.
    ///
    /// @param gather how long changes are collected before they are looked at
    /// @param flush how often what was taken is made durable while there is more
    /// @param retry until a place in trouble is tried again
    public record Times(Duration gather, Duration flush, Duration retry) {
        static final Times USUAL = new Times(Duration.ofMillis(250), Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    /// A follower that reads turns once for all projections.
    ///
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
        this(stores, new TurnTaker(stores, projections, pace), pace, news, times);
    }

    private Follower(FollowedStores stores, SessionTaker taker, Pace pace, Consumer<FollowProgress> news, Times times) {
        this.stores = stores;
        this.taker = taker;
        this.standing = new Standing(news);
        this.times = times;
        this.pace = pace;
    }

    /// A follower that does something else with the sessions.
    ///
    /// @param taker made with what it calls between two pieces of work
    /// @param share of one core, while there is much to do
    public static Follower of(
            FollowedStores stores,
            Function<SessionTaker.Breath, SessionTaker> taker,
            double share,
            BooleanSupplier somebodyWaits,
            Consumer<FollowProgress> news) {
        var pace = new Pace(somebodyWaits, share);
        return new Follower(stores, taker.apply(pace), pace, news, Times.USUAL);
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
                taker.take(session);
                taken++;
            }
        } catch (NotTakenException trouble) {
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
        return standing.isLeftAlone(session) || taker.has(session);
    }

    private void forgetGone(Set<SessionId> present) throws IOException {
        var gone = new HashSet<>(taker.sessions());
        gone.removeAll(present);
        for (var id : gone) {
            if (stores.isReadable(id.engine())) {
                forget(id);
            }
        }
    }

    private void forget(SessionId id) throws IOException {
        taker.gone(id);
        standing.forget(id);
    }

    private void flush() throws IOException {
        flushed = System.nanoTime();
        taker.flush();
        giveBack();
    }

    /// What is held until it is flushed has become old by then, and the collector would rather let the
    /// heap grow to its limit than look through it: the first reading of a large store would cost memory for good.
    /// A collection takes as long as an echo may take, so it runs only when nobody waits. Where a large store
    /// has made the heap grow already, nothing is left to save, and it takes many times as long.
    private void giveBack() {
        var runtime = Runtime.getRuntime();
        boolean isSmall = runtime.totalMemory() < runtime.maxMemory() / 4 * 3;
        if (taken >= MANY && isSmall && !pace.isSomebodyWaiting()) {
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
