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

    /// Null while searching is off, and before the start.
    @GuardedBy("lock")
    private @Nullable Follower follower;

    @GuardedBy("lock")
    private SearchSettings now;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private SearchStatus announced = new SearchStatus(SearchStatus.Phase.OFF, 0, 0, null);

    @GuardedBy("lock")
    private long announcedAt;

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
        this.around = around;
        this.now = around.settings().get();
        this.index = new SearchIndex(folder, () -> around.settings().get().toolOutput());
        this.finder = new TurnFinder(index);
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
        var begun = new Follower(around.stores(), List.of(index), around.somebodyWaits(), this::progressed);
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
                announce();
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
        try {
            if (follower != null) {
                follower.close();
            }
        } catch (IOException never) {
            LOG.log(Level.FINE, never, () -> "the follower ends");
        }
        follower = null;
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
        if (follower != null) {
            follower.again();
        }
    }

    public SearchStatus status() {
        synchronized (lock) {
            return follower == null ? off() : status(follower.progress());
        }
    }

    private static SearchStatus off() {
        return new SearchStatus(SearchStatus.Phase.OFF, 0, 0, null);
    }

    private SearchStatus status(FollowProgress progress) {
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

    private void progressed(FollowProgress progress) {
        SearchStatus news;
        synchronized (lock) {
            news = status(progress);
            long time = System.nanoTime();
            boolean isTurn = news.phase() != announced.phase();
            if (closed || news.equals(announced) || (!isTurn && time - announcedAt < NEWS_EVERY)) {
                return;
            }
            announced = news;
            announcedAt = time;
        }
        around.news().accept(news);
    }

    @GuardedBy("lock")
    private void announce() {
        announced = off();
        around.news().accept(announced);
    }

    /// Finds turns, grouped by session.
    ///
    /// @param sessions that are asked for
    public FoundTurns find(SearchQuery asked, Predicate<SessionId> sessions, Window window)
            throws IOException, SearchOffException {
        requireSearching();
        return finder.find(asked, sessions, window, around.clock().instant());
    }

    /// The turns of one session, in their order.
    public FoundTurns in(SessionId session, SearchQuery asked) throws IOException, SearchOffException {
        requireSearching();
        return finder.in(session, asked, around.clock().instant());
    }

    /// Sessions that are about the same, the most alike first.
    public List<SessionId> similar(SessionId session, Predicate<SessionId> sessions, int limit)
            throws IOException, SearchOffException {
        requireSearching();
        return finder.similar(session, sessions, limit, around.clock().instant());
    }

    private void requireSearching() throws SearchOffException {
        synchronized (lock) {
            requireOn();
        }
    }

    @GuardedBy("lock")
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
