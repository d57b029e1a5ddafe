package dev.svc.server.fleet.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NatsPauseTest {
    @Test
    void pauses_grow_up_to_a_bound_while_no_connection_holds() {
        var pause = Duration.ofMillis(500);
        for (int i = 0; i < 10; i++) {
            var next = NatsBroker.pauseAfter(Duration.ofSeconds(5), pause);
            assertThat(next).isGreaterThanOrEqualTo(pause).isLessThanOrEqualTo(Duration.ofSeconds(10));
            pause = next;
        }
        assertThat(pause).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void after_one_that_held_the_next_is_tried_soon() {
        assertThat(NatsBroker.pauseAfter(Duration.ofMinutes(1), Duration.ofSeconds(10)))
                .isEqualTo(Duration.ofMillis(500));
    }
}
