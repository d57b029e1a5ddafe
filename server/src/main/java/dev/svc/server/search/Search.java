package dev.svc.server.search;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.follow.Follower;
import dev.svc.server.search.index.FoundTurns;
import dev.svc.server.search.index.SearchIndex;
import dev.svc.server.search.index.TurnFinder;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Search in what was said: builds the index behind everything else, keeps it up with the stores, and answers from it.
public final class Search implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Search.class.getName());
    private static final long NEWS_EVERY = Duration.ofSeconds(2).toNanos();

    private final Around around;
    private final SearchIndex index;
    private final TurnFinder finder;
    private final Object lock = new Object();

    /// Null while searching is off, and before the start. Changed under the lock; nobody who searches waits for that.
    private volatile @Nullable Follower follower;

    @GuardedBy("lock")
    private SearchSettings now;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private News news = new News();

    /// Says how far one follower is, until it is stopped: what it says while it ends is no news.
    private final class News {
        @GuardedBy("this")
        private SearchStatus last = off();

        @GuardedBy("this")
        private long at;

        @GuardedBy("this")
        private boolean over;

        synchronized void hear(FollowProgress progress) {
            var now = status(progress);
            long time = System.nanoTime();
            boolean isTurn = now.phase() != last.phase();
            if (over || now.equals(last) || (!isTurn && time - at < NEWS_EVERY)) {
                return;
            }
            last = now;
            at = time;
            around.news().accept(now);
        }

        synchronized void end() {
            over = true;
        }
    }

    /// What it speaks to.
    ///
    /// @param somebodyWaits whether somebody waits for an answer or an echo at this moment
    /// @param news hears how far the index is, every two seconds at most while it changes
    public record Around(
            FollowedStores stores,
            Supplier<SearchSettings> settings,
            BooleanSupplier somebodyWaits,
            Consumer<SearchStatus> news,
            InstantSource clock) {}

    /// @param folder of the index alone; made when it is needed
    public Search(Path folder, Around around) {
        this(folder, around, TurnFinder.Times.USUAL);
    }

    /// With times of its own.
    public Search(Path folder, Around around, TurnFinder.Times times) {
        this.around = around;
        this.now = around.settings().get();
        this.index = new SearchIndex(folder, () -> around.settings().get().toolOutput(), this::emptied);
        this.finder = new TurnFinder(index, times);
    }

    private void emptied() {
        var following = follower;
        if (following != null) {
            following.again();
        }
    }

    /// Begins to follow the stores, if searching is on; returns at once.
    public void start() {
        synchronized (lock) {
            if (now.enabled()) {
                follow();
            }
        }
    }

    @GuardedBy("lock")
    private void follow() {
        var heard = new News();
        news = heard;
        var begun = new Follower(around.stores(), List.of(index), around.somebodyWaits(), heard::hear);
        follower = begun;
        begun.start();
    }

    /// Takes up what was changed in the settings. What was indexed is removed when searching is switched off.
    public void settingsChanged() {
        synchronized (lock) {
            var wanted = around.settings().get();
            var before = now;
            now = wanted;
            if (closed || before.equals(wanted)) {
                return;
            }
            if (!wanted.enabled()) {
                stop();
                remove();
                around.news().accept(off());
            } else if (follower == null) {
                follow();
            } else if (before.toolOutput() != wanted.toolOutput()) {
                rebuild();
            }
        }
    }

    private void remove() {
        try {
            index.delete();
        } catch (IOException stays) {
            LOG.log(Level.WARNING, stays, () -> "what was indexed cannot be removed: " + stays.getMessage());
        }
    }

    @GuardedBy("lock")
    private void stop() {
        var former = follower;
        follower = null;
        news.end();
        try {
            if (former != null) {
                former.close();
            }
        } catch (IOException never) {
            LOG.log(Level.FINE, never, () -> "the follower ends");
        }
    }

    /// Throws the index away and builds it again.
    ///
    /// @throws SearchOffException when searching is off
    public void build() throws SearchOffException {
        synchronized (lock) {
            requireOn();
            rebuild();
        }
    }

    @GuardedBy("lock")
    private void rebuild() {
        index.rebuild();
        var following = follower;
        if (following != null) {
            following.again();
        }
    }

    public SearchStatus status() {
        var following = follower;
        return following == null ? off() : status(following.progress());
    }

    private static SearchStatus off() {
        return new SearchStatus(SearchStatus.Phase.OFF, 0, 0, null);
    }

    private static SearchStatus status(FollowProgress progress) {
        var phase = switch (progress.phase()) {
            case STARTING -> SearchStatus.Phase.STARTING;
            case READING -> SearchStatus.Phase.BUILDING;
            case FOLLOWING -> SearchStatus.Phase.READY;
            case STOPPED -> SearchStatus.Phase.STOPPED;
        };
        return new SearchStatus(phase, progress.followed(), progress.of(), progress.trouble());
    }

    /// What the index takes on the disk.
    public long bytes() {
        return index.bytes();
    }

    /// Finds turns, grouped by session.
    ///
    /// @param sessions that are asked for
    public FoundTurns find(SearchQuery asked, Predicate<SessionId> sessions, Window window)
            throws IOException, SearchOffException {
        requireOn();
        return finder.find(asked, sessions, window, around.clock().instant());
    }

    /// The turns of one session, in their order.
    public FoundTurns in(SessionId session, SearchQuery asked) throws IOException, SearchOffException {
        requireOn();
        return finder.in(session, asked, around.clock().instant());
    }

    /// Sessions that are about the same, the most alike first.
    public List<SessionId> similar(SessionId session, Predicate<SessionId> sessions, int limit)
            throws IOException, SearchOffException {
        requireOn();
        return finder.similar(session, sessions, limit, around.clock().instant());
    }

    private void requireOn() throws SearchOffException {
        if (follower == null) {
            throw new SearchOffException();
        }
    }

    /// Makes durable what was indexed, and ends.
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            stop();
            try {
                index.close();
            } catch (IOException unclosed) {
                LOG.log(Level.WARNING, unclosed, () -> "the search index was not closed");
            }
        }
    }
}
