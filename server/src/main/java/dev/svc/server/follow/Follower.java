package dev.svc.server.follow;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

    private final FollowedStores stores;
    private final List<Projection> projections;
    private final Consumer<FollowProgress> news;
    private final Times times;
    private final Pace pace;
    private final SessionReading reading;
    private final Backlog backlog = new Backlog();

    /// What could not be read, as it was then. Owned by the following thread, as the two below.
    private final Map<SessionId, Long> unreadable = new HashMap<>();

    /// What has been taken as it is now.
    private final Set<SessionId> followed = new HashSet<>();

    @OwnedBy("the following thread")
    private long flushed = System.nanoTime();

    private volatile FollowProgress progress = new FollowProgress(Phase.STARTING, 0, 0, null);

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
        this(stores, projections, somebodyWaits, news, Times.USUAL, SHARE);
    }

    Follower(
            FollowedStores stores,
            List<Projection> projections,
            BooleanSupplier somebodyWaits,
            Consumer<FollowProgress> news,
            Times times,
            double share) {
        this.stores = stores;
        this.projections = List.copyOf(projections);
        this.news = news;
        this.times = times;
        this.pace = new Pace(somebodyWaits, share);
        this.reading = new SessionReading(this.projections, pace);
    }

    /// Begins; returns at once.
    public void start() {
        subscription = stores.subscribe(backlog::add);
        thread = Thread.ofPlatform().daemon().name("svc-follow").start(this::run);
    }

    public FollowProgress progress() {
        return progress;
    }

    /// Looks at all sessions again, because a projection has lost what it had.
    public void again() {
        backlog.add(Optional.empty());
    }

    private void run() {
        try {
            LowPriority.enter();
            stores.awaitListed();
            while (!backlog.isEnded()) {
                turn();
            }
        } catch (InterruptedException ended) {
            LOG.log(Level.FINE, ended, () -> "following ends");
        }
        flushForGood();
        say(new FollowProgress(Phase.STOPPED, progress.followed(), progress.of(), null));
    }

    /// Does what there is, then waits for more.
    private void turn() throws InterruptedException {
        try {
            var work = backlog.take();
            if (work.isEmpty()) {
                idle();
            } else {
                follow(work);
            }
        } catch (IOException trouble) {
            LOG.log(Level.WARNING, trouble, () -> "following stands still: " + trouble.getMessage());
            standStill(String.valueOf(trouble.getMessage()));
        } catch (RuntimeException | StackOverflowError fault) {
            LOG.log(Level.WARNING, fault, () -> "following stands still");
            standStill("A fault stopped it; the log says which.");
        }
    }

    private void idle() throws IOException, InterruptedException {
        if (!backlog.await(times.gather())) {
            flush();
            backlog.await(Duration.ofDays(1));
        }
        pace.pause(times.gather().toNanos());
    }

    private void standStill(String reason) throws InterruptedException {
        say(new FollowProgress(Phase.STOPPED, progress.followed(), progress.of(), reason));
        pace.pause(times.retry().toNanos());
        followed.clear();
        backlog.add(Optional.empty());
    }

    private void follow(Backlog.Work work) throws IOException, InterruptedException {
        for (var id : work.changed()) {
            follow(id);
        }
        if (work.everything()) {
            followAll();
        }
        note();
    }

    private void followAll() throws IOException, InterruptedException {
        var sessions = stores.sessions();
        forgetGone(sessions);
        var behind = new ArrayList<FollowedSession>();
        followed.clear();
        for (var session : sessions) {
            if (isFollowed(session)) {
                followed.add(session.id());
            } else {
                behind.add(session.live() ? 0 : behind.size(), session);
            }
        }
        say(new FollowProgress(
                behind.isEmpty() ? Phase.FOLLOWING : Phase.READING, followed.size(), sessions.size(), null));
        for (var session : behind) {
            changedMeanwhile();
            follow(session);
        }
    }

    /// What changes while there is a long list to read is not kept waiting by it.
    private void changedMeanwhile() throws IOException, InterruptedException {
        var work = backlog.take();
        for (var id : work.changed()) {
            follow(id);
        }
        if (work.everything()) {
            backlog.add(Optional.empty());
        }
        if (System.nanoTime() - flushed > times.flush().toNanos()) {
            flush();
        }
    }

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
            }
        } catch (ProjectionException trouble) {
            throw trouble;
        } catch (IOException | RuntimeException notReadable) {
            LOG.log(Level.FINE, notReadable, () -> session.id() + " is not followed until it changes");
            unreadable.put(session.id(), session.stamp());
        }
        followed.add(session.id());
        note();
    }

    private boolean isFollowed(FollowedSession session) throws IOException {
        if (Long.valueOf(session.stamp()).equals(unreadable.get(session.id()))) {
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

    private void forgetGone(List<FollowedSession> sessions) throws IOException {
        var present = new HashSet<SessionId>();
        sessions.forEach(session -> present.add(session.id()));
        for (var projection : projections) {
            for (var id : projection.sessions()) {
                if (!present.contains(id) && stores.isReadable(id.engine())) {
                    forget(id);
                }
            }
        }
    }

    private void forget(SessionId id) throws IOException {
        for (var projection : projections) {
            Projections.forget(projection, id);
        }
        reading.forget(id);
        unreadable.remove(id);
        if (followed.remove(id)) {
            say(new FollowProgress(progress.phase(), followed.size(), progress.of() - 1, null));
        }
    }

    private void note() {
        int of = Math.max(progress.of(), followed.size());
        var phase = followed.size() < of ? Phase.READING : Phase.FOLLOWING;
        say(new FollowProgress(phase, followed.size(), of, null));
    }

    private void say(FollowProgress now) {
        progress = now;
        news.accept(now);
    }

    private void flush() throws IOException {
        flushed = System.nanoTime();
        for (var projection : projections) {
            projection.flush();
        }
    }

    private void flushForGood() {
        try {
            flush();
        } catch (IOException | RuntimeException trouble) {
            LOG.log(Level.WARNING, trouble, () -> "what was followed last is lost: " + trouble.getMessage());
        }
    }

    /// Ends within a moment; what was taken is made durable first.
    @Override
    public void close() throws IOException {
        backlog.end();
        pace.end();
        if (subscription != null) {
            subscription.close();
        }
        try {
            if (thread != null && !thread.join(Duration.ofSeconds(2))) {
                LOG.warning("following takes too long to end and is left behind");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
