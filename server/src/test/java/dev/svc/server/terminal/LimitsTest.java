package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitsTest {

    @Test
    void few_open_files_leave_room_for_few_terminals_and_that_is_said() {
        assertThat(Limits.of(656)).isEqualTo(new Limits(100, 200));
        assertThat(Limits.warning(656))
                .hasValueSatisfying(said -> assertThat(said).contains("656 files", "ulimit -n", "100 terminals"));
    }

    @Test
    void one_terminal_there_is_always_room_for() {
        assertThat(Limits.of(10).terminals()).isOne();
    }

    @Test
    void many_open_files_do_not_lift_the_limits_for_ever() {
        assertThat(Limits.of(1 << 20)).isEqualTo(new Limits(500, 2000));
        assertThat(Limits.warning(1 << 20)).isEmpty();
    }
}
