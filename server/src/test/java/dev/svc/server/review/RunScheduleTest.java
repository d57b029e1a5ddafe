package dev.svc.server.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.review.model.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunScheduleTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    @Test
    void the_first_run_is_due_at_once() {
        assertThat(next(List.of())).isBefore(NOON);
    }

    @Test
    void the_next_one_after_the_interval() {
        assertThat(next(List.of(run(false, null, 0)))).isEqualTo(NOON.plus(HALF_AN_HOUR));
    }

    @Test
    void each_failure_doubles_the_pause() {
        var runs = new ArrayList<ReviewRun>();
        runs.add(run(false, Trouble.UNREACHABLE, 0));
        assertThat(next(runs)).isEqualTo(NOON.plus(Duration.ofHours(1)));
        runs.add(run(false, Trouble.SLOW, 0));
        assertThat(next(runs)).isEqualTo(NOON.plus(Duration.ofHours(2)));
    }

    @Test
    void but_never_beyond_a_day() {
        var runs = java.util.Collections.nCopies(20, run(false, Trouble.UNREACHABLE, 0));
        assertThat(next(runs)).isEqualTo(NOON.plus(Duration.ofDays(1)));
    }

    @Test
    void a_success_by_hand_makes_good_for_failures() {
        assertThat(next(List.of(run(true, null, 0), run(false, Trouble.UNREACHABLE, 0))))
                .isEqualTo(NOON.plus(HALF_AN_HOUR));
    }

    @Test
    void being_stopped_is_no_failure() {
        assertThat(next(List.of(run(false, Trouble.STOPPED, 0)))).isEqualTo(NOON.plus(HALF_AN_HOUR));
    }

    @Test
    void an_endpoint_that_asks_to_be_left_alone_is() {
        assertThat(next(List.of(run(false, Trouble.RATE_LIMITED, 36_000)))).isEqualTo(NOON.plusSeconds(36_000));
    }

    @Test
    void finding_nothing_to_do_waits_for_the_interval_too() {
        assertThat(RunSchedule.next(List.of(), NOON, HALF_AN_HOUR)).isEqualTo(NOON.plus(HALF_AN_HOUR));
    }

    private static Instant next(List<ReviewRun> runs) {
        return RunSchedule.next(runs, Instant.EPOCH, HALF_AN_HOUR);
    }

    private static ReviewRun run(boolean byHand, @Nullable Trouble failure, int leaveAlone) {
        return new ReviewRun("r", byHand, NOON, NOON, 1, 1, List.of(), failure, Duration.ofSeconds(leaveAlone));
    }
}
