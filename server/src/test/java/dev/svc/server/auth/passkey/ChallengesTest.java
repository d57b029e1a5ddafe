package dev.svc.server.auth.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/// Challenges that wait: each is another one, and nobody fills the memory with them.
class ChallengesTest {
    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T10:00:00Z"));
    private final Challenges challenges = new Challenges(clock.clock(), new SecureRandom());

    @Test
    void no_two_are_the_same() {
        var all = new HashSet<String>();
        for (int i = 0; i < 1_000; i++) {
            all.add(challenges.make(Purpose.SIGN_IN, "source " + i));
        }

        assertThat(all).hasSize(1_000).allMatch(it -> it.length() == 43);
    }

    @Test
    void who_asks_too_often_pushes_out_nobody_else() {
        var others = challenges.make(Purpose.SIGN_IN, "other");
        var first = challenges.make(Purpose.SIGN_IN, "greedy");
        var last = first;
        for (int i = 0; i < 10 * Challenges.MOST; i++) {
            last = challenges.make(Purpose.SIGN_IN, "greedy");
        }

        assertThat(challenges.take(first)).isEmpty();
        assertThat(challenges.take(last)).isPresent();
        assertThat(challenges.take(others)).isPresent();
    }

    @Test
    void when_there_are_too_many_the_oldest_goes() {
        var first = challenges.make(Purpose.SIGN_IN, "first");
        var second = challenges.make(Purpose.SIGN_IN, "second");
        for (int i = 2; i <= Challenges.MOST; i++) {
            challenges.make(Purpose.SIGN_IN, "source " + i);
        }

        assertThat(challenges.take(first)).isEmpty();
        assertThat(challenges.take(second)).isPresent();
    }

    @Test
    void those_that_are_over_make_room() {
        for (int i = 0; i < Challenges.MOST; i++) {
            challenges.make(Purpose.SIGN_IN, "source " + i);
        }
        clock.pass(Challenges.LIFETIME);
        var first = challenges.make(Purpose.PROVE, "a login");
        for (int i = 1; i < Challenges.MOST; i++) {
            challenges.make(Purpose.SIGN_IN, "source " + i);
        }

        assertThat(challenges.take(first))
                .get()
                .extracting(Challenges.Waiting::purpose)
                .isEqualTo(Purpose.PROVE);
    }
}
