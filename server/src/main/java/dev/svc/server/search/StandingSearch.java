package dev.svc.server.search;

import dev.svc.server.follow.FollowedSession;
import dev.svc.server.search.SearchStatus.Phase;
import dev.svc.server.search.index.FoundTurns;
import dev.svc.server.search.index.StandingIndex;
import dev.svc.server.search.index.TurnFinder;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// Search in what a service has indexed, beside it or without one. Changes nothing.
public final class StandingSearch implements AutoCloseable {
    private final StandingIndex index;
    private final TurnFinder finder;

    private StandingSearch(StandingIndex index) {
        this.index = index;
        this.finder = new TurnFinder(index, TurnFinder.Times.USUAL);
    }

    /// Opens what is there; empty where nothing was indexed yet.
    ///
    /// @param folder of the index alone
    /// @throws IOException with a sentence for people when it cannot be read
    public static Optional<StandingSearch> open(Path folder) throws IOException {
        return StandingIndex.open(folder).map(StandingSearch::new);
    }

    /// Finds turns, grouped by session.
    ///
    /// @param sessions that are asked for
    public FoundTurns find(SearchQuery asked, Predicate<SessionId> sessions, Window window, Instant now)
            throws IOException {
        return finder.find(asked, sessions, window, now);
    }

    /// How much of these sessions is in it as they are now.
    public SearchStatus status(Collection<FollowedSession> sessions) throws IOException {
        var stamps = index.stamps();
        int indexed = (int) sessions.stream()
                .filter(session -> Long.valueOf(session.stamp()).equals(stamps.get(session.id())))
                .count();
        return new SearchStatus(
                indexed == sessions.size() ? Phase.READY : Phase.BUILDING, indexed, sessions.size(), null);
    }

    /// What the index takes on the disk.
    public long bytes() {
        return index.bytes();
    }

    @Override
    public void close() throws IOException {
        index.close();
    }
}
