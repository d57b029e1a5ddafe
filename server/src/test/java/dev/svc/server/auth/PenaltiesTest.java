package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import dev.svc.server.auth.login.Caller;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PenaltiesTest {
    private final MovingClock clock = new MovingClock(Instant.EPOCH);
    private final Penalties penalties = new Penalties(clock.clock());
    private final Caller guesser = Room.caller("198.51.100.7");

    @Test
    void two_failures_cost_nothing_yet_and_the_third_makes_its_source_wait() {
        fail(2);
        assertThat(penalties.wait(guesser)).isZero();
        fail(1);
        assertThat(penalties.wait(guesser)).isPositive();
    }

    @Test
    void waiting_as_long_as_told_is_enough() {
        fail(5);
        clock.pass(penalties.wait(guesser));
        assertThat(penalties.wait(guesser)).isZero();
    }

    @Test
    void the_debt_is_capped_at_ten_minutes_however_many_guesses_ran_at_once() {
        fail(100_000);
        assertThat(penalties.wait(guesser)).isLessThanOrEqualTo(Duration.ofMinutes(10));
        clock.pass(Duration.ofMinutes(10));
        assertThat(penalties.debt(guesser)).isZero();
    }

    @Test
    void nobody_waits_for_somebody_elses_guesses() {
        fail(50);
        assertThat(penalties.wait(Room.caller("198.51.100.8"))).isZero();
        assertThat(penalties.wait(Room.caller("2001:db8::1"))).isZero();
    }

    @Test
    void an_ipv6_subscriber_is_one_source_and_the_next_is_another() {
        for (int i = 1; i <= 4; i++) {
            penalties.failed(Room.caller("2001:db8:1:2::" + i));
        }
        assertThat(penalties.wait(Room.caller("2001:db8:1:2:ffff::9"))).isPositive();
        assertThat(penalties.wait(Room.caller("2001:db8:1:3::1"))).isZero();
    }

    @Test
    void somebody_at_the_host_itself_waits_only_beyond_sixty_tries_a_minute() {
        Caller local = local("127.0.0.1");
        for (int i = 0; i < 60; i++) {
            assertThat(penalties.wait(local)).isZero();
            penalties.begin(local);
            clock.pass(Duration.ofMillis(500));
        }
        assertThat(penalties.wait(local)).isEqualTo(Duration.ofSeconds(30));
        clock.pass(penalties.wait(local));
        assertThat(penalties.wait(local)).isZero();
    }

    @Test
    void other_addresses_of_the_host_are_the_same_host() {
        int begun = 0;
        for (int i = 1; i <= 200; i++) {
            begun += begins(local("127.0.0." + i)) ? 1 : 0;
        }
        assertThat(begun).isEqualTo(60);
        assertThat(begins(local("::1"))).isFalse();
        assertThat(begins(guesser)).isTrue();
    }

    @Test
    void who_forwards_for_others_from_the_host_without_being_trusted_is_one_source() {
        for (int i = 1; i <= 3; i++) {
            penalties.begin(Room.caller("127.0.0." + i));
        }
        assertThat(penalties.wait(Room.caller("127.9.9.9"))).isPositive();
        assertThat(penalties.wait(local("127.0.0.1"))).isZero();
    }

    @Test
    void a_right_try_at_the_host_takes_back_its_own_charge_and_forgives_no_others() {
        for (int i = 0; i < 59; i++) {
            penalties.begin(local("127.0.0.1"));
        }
        for (int i = 0; i < 100; i++) {
            penalties.begin(local("::1"));
            penalties.refund(local("::1"));
            penalties.succeeded(local("::1"));
        }
        penalties.begin(local("::1"));
        assertThat(begins(local("::1"))).isFalse();
    }

    @Test
    void a_clock_that_is_set_back_makes_nobody_at_the_host_wait_for_longer_than_a_minute() {
        for (int i = 0; i < 60; i++) {
            penalties.begin(local("::1"));
        }
        clock.pass(Duration.ofDays(-1));
        assertThat(penalties.wait(local("::1"))).isEqualTo(Duration.ofMinutes(1));
    }

    private static Caller local(String address) {
        return new Caller(InetAddress.ofLiteral(address), true, "");
    }

    @Test
    void a_burst_at_once_gets_no_more_tries_than_one_after_the_other() {
        int begun = 0;
        for (int i = 0; i < 200; i++) {
            begun += begins(guesser) ? 1 : 0;
        }
        assertThat(begun).isEqualTo(3);
    }

    @Test
    void a_right_try_takes_back_its_own_charge_and_no_other() {
        fail(2);
        assertThat(penalties.begin(guesser)).isEqualTo(Duration.ofSeconds(10));
        penalties.refund(guesser);
        assertThat(penalties.debt(guesser)).isEqualTo(Duration.ofSeconds(10));
    }

    private boolean begins(Caller caller) {
        try {
            penalties.begin(caller);
            return true;
        } catch (TooManyAttemptsException told) {
            return false;
        }
    }

    @Test
    void a_success_clears_the_debt() {
        fail(4);
        penalties.succeeded(guesser);
        assertThat(penalties.debt(guesser)).isZero();
    }

    @Test
    void a_flood_of_sources_stays_bounded_and_hard_guessers_stay_known() {
        fail(60);
        for (int i = 0; i < 30_000; i++) {
            penalties.failed(Room.caller("10." + (i >> 16) + '.' + (i >> 8 & 255) + '.' + (i & 255)));
        }
        assertThat(penalties.sources()).isLessThanOrEqualTo(10_000);
        assertThat(penalties.wait(guesser)).isPositive();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            penalties.failed(guesser);
        }
    }
}
