package dev.svc.server.follow;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

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

    /// Follows all that there is to its end.
    public static void run(FollowedStores stores, Projection projection) throws IOException {
        try (var follower = of(stores, projection, Duration.ofHours(1))) {
            follower.start();
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> follower.progress().phase() == Phase.FOLLOWING);
        }
    }
}
