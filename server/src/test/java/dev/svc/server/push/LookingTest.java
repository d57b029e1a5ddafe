package dev.svc.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LookingTest {
    private static final SessionId ONE = new SessionId(EngineKey.of(1), "one");
    private static final SessionId TWO = new SessionId(EngineKey.of(1), "two");

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T12:00:00Z"));
    private final Looking looking = new Looking(clock);

    @Test
    void somebody_looks_at_one_session_until_they_look_at_another() {
        looking.look("ada", ONE);
        assertThat(looking.isLookedAt(ONE)).isTrue();

        looking.look("ada", TWO);
        assertThat(looking.isLookedAt(ONE)).isFalse();
        assertThat(looking.isLookedAt(TWO)).isTrue();
    }

    @Test
    void it_is_forgotten_when_nobody_says_it_again() {
        looking.look("ada", ONE);
        clock.pass(Duration.ofSeconds(59));
        assertThat(looking.isLookedAt(ONE)).isTrue();

        clock.pass(Duration.ofSeconds(2));
        assertThat(looking.isLookedAt(ONE)).isFalse();
    }

    @Test
    void who_looks_away_leaves_the_others_looking() {
        looking.look("ada", ONE);
        looking.look("grace", ONE);

        looking.look("ada", null);
        assertThat(looking.isLookedAt(ONE)).isTrue();
        looking.look("grace", null);
        assertThat(looking.isLookedAt(ONE)).isFalse();
    }

    @Test
    void of_more_than_anybody_needs_the_oldest_are_forgotten() {
        looking.look("first", ONE);
        for (int i = 0; i < 500; i++) {
            looking.look("login " + i, TWO);
        }

        assertThat(looking.isLookedAt(ONE)).isFalse();
        assertThat(looking.isLookedAt(TWO)).isTrue();
    }
}
