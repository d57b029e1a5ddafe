package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.Follower;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations of sub-agents belong to the calls that started them, in the index as well.
class SubAgentsTest {
    private static final SessionId STARTED_ONE =
            new SessionId(EngineKey.CLAUDE_CODE, "95e9e158-3f6b-4143-9835-42e25a03ef15");

    @TempDir
    Path folder = Path.of("");

    @Test
    void what_a_sub_agent_said_is_found_at_the_call_that_started_it() throws Exception {
        var stores = RecordedStores.plant(folder);
        try (var index = new SearchIndex(folder.resolve("index"), () -> 0, () -> {});
                var follower = new Follower(stores, List.of(index), () -> false, _ -> {})) {
            follower.start();
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> follower.progress().phase() == Phase.FOLLOWING);
            var asked = new QueryReader(_ -> Optional.empty(), ZoneOffset.UTC).read("reading tool:Agent");
            var found = new TurnFinder(index, MadeIndex.UNHURRIED).in(STARTED_ONE, asked, Instant.EPOCH);
            assertThat(found.turns()).isEqualTo(1);
        }
    }
}
