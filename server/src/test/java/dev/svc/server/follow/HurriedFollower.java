package dev.svc.server.follow;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Followers that do not spare anybody.
public final class HurriedFollower {
    private static final Duration SOON = Duration.ofMillis(1);

    private HurriedFollower() {}

    /// One follower.
    ///
    /// @param flush how often what was taken is made durable while there is more
    public static Follower of(FollowedStores stores, Projection projection, Duration flush) {
        var pace = new Pace(() -> false, 1);
        return new Follower(stores, List.of(projection), pace, _ -> {}, new Follower.Times(SOON, flush, SOON));
    }

    /// Follows all that there is to its end, until what was taken is durable. Closing a follower does not promise that:
    /// where it takes too long, what was taken last is read again.
    public static void run(FollowedStores stores, Projection projection) throws IOException {
        var flushed = new Flushed(projection, new AtomicBoolean());
        try (var follower = of(stores, flushed, Duration.ofHours(1))) {
            follower.start();
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> follower.progress().phase() == Phase.FOLLOWING
                            && flushed.done().get());
        }
    }

    /// Says that a projection was flushed.
    private record Flushed(Projection projection, AtomicBoolean done) implements Projection {
        @Override
        public int toolOutput() {
            return projection.toolOutput();
        }

        @Override
        public Optional<FollowMark> mark(SessionId session) throws IOException {
            return projection.mark(session);
        }

        @Override
        public Set<SessionId> sessions() throws IOException {
            return projection.sessions();
        }

        @Override
        public void take(SessionId session, int from, List<Turn> turns, FollowMark mark) throws IOException {
            projection.take(session, from, turns, mark);
        }

        @Override
        public void forget(SessionId session) throws IOException {
            projection.forget(session);
        }

        @Override
        public void flush() throws IOException {
            projection.flush();
            done.set(true);
        }
    }
}
