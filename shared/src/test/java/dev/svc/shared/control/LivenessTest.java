package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LivenessTest {
    @Test
    void a_zombie_does_not_run_though_its_number_is_still_taken() throws IOException, InterruptedException {
        try (var zombie = Zombie.make()) {
            assertThat(zombie.process().isAlive()).isTrue();
            assertThat(Liveness.isRunning(zombie.process())).isFalse();
            assertThat(Liveness.awaitEnd(zombie.process(), Duration.ofDays(1))).isTrue();
        }
    }

    @Test
    void what_runs_on_is_waited_for_no_longer_than_told() throws InterruptedException {
        assertThat(Liveness.awaitEnd(ProcessHandle.current(), Duration.ofMillis(1)))
                .isFalse();
    }

    @Test
    void a_zombie_holds_no_lock() throws IOException {
        try (var zombie = Zombie.make()) {
            assertThat(new Holder(zombie.process().pid(), Instant.now(), 1, "").isAlive())
                    .isFalse();
        }
    }
}
