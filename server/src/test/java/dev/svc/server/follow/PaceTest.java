package dev.svc.server.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

    private final AtomicLong used = new AtomicLong();
    private final List<Long> pauses = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();

    private Pace pace(double share) {
        return new Pace(() -> waiting.getAndDecrement() > 0, share, used::get, (ended, nanos) -> {
            if (nanos > 0) {
                pauses.add(nanos / MILLISECOND);
            }
            return ended.getCount() == 0;
        });
    }

    @Test
    void the_share_of_a_core_is_kept() throws InterruptedException {
        var pace = pace(0.25);
        for (int i = 0; i < 3; i++) {
            used.addAndGet(10 * MILLISECOND);
            pace.breathe();
        }
        assertThat(pauses).containsExactly(30L, 30L, 30L);
    }

    @Test
    void a_long_piece_of_work_is_not_paid_back_in_one_long_pause() throws InterruptedException {
        var pace = pace(0.25);
        used.addAndGet(10_000 * MILLISECOND);
        pace.breathe();
        pace.breathe();
        assertThat(pauses).containsExactly(250L);
    }

    @Test
    void it_stands_still_while_somebody_waits() throws InterruptedException {
        waiting.set(5);
        pace(0.5).breathe();
        assertThat(pauses).containsExactly(4L, 4L, 4L, 4L, 4L);
    }

    @Test
    void a_flood_of_requests_does_not_end_it() throws InterruptedException {
        waiting.set(Integer.MAX_VALUE);
        pace(0.5).breathe();
        assertThat(pauses).hasSize(1_250);
    }

    @Test
    void its_end_ends_every_pause() {
        var pace = new Pace(() -> false, 0.5);
        pace.end();
        assertThatThrownBy(() -> pace.pause(Duration.ofDays(1).toNanos())).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(pace::breathe).isInstanceOf(InterruptedException.class);
    }
}
