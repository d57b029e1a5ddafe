package dev.svc.server.fleet.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    private final ReplayWindow window = new ReplayWindow();

    @Test
    void a_number_is_new_once() {
        assertThat(window.isNew(7)).isTrue();
        assertThat(window.isNew(7)).isFalse();
    }

    @Test
    void what_is_far_behind_is_never_new() {
        assertThat(window.isNew(ReplayWindow.WIDTH + 10)).isTrue();
        assertThat(window.isNew(11)).isTrue();
        assertThat(window.isNew(10)).isFalse();
    }

    @Test
    void no_number_below_one_is_new() {
        assertThat(window.isNew(0)).isFalse();
        assertThat(window.isNew(-5)).isFalse();
        assertThat(window.isNew(Long.MIN_VALUE)).isFalse();
    }

    @Test
    void a_long_leap_forgets_what_was_before() {
        assertThat(window.isNew(1)).isTrue();
        assertThat(window.isNew(Long.MAX_VALUE - 1)).isTrue();
        assertThat(window.isNew(Long.MAX_VALUE - 2)).isTrue();
        assertThat(window.isNew(1)).isFalse();
    }

    @Test
    void whatever_the_order_none_is_taken_twice_and_none_within_the_window_is_missed() {
        var random = new Random(4);
        Set<Long> taken = new HashSet<>();
        long highest = 0;
        for (int round = 0; round < 100_000; round++) {
            long number = Math.max(1, highest - 1_500 + random.nextInt(1_600));
            boolean isExpected = !taken.contains(number) && number > highest - ReplayWindow.WIDTH;
            assertThat(window.isNew(number)).isEqualTo(isExpected);
            if (isExpected) {
                taken.add(number);
            }
            highest = Math.max(highest, number);
        }
    }
}
