package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import dev.svc.tray.menu.Desks;
import dev.svc.tray.menu.TrayState;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final TrayState SETTLED = Desks.of(Desks.running());
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private final AtomicInteger glances = new AtomicInteger();

    /// How many glances there were at each look.
    private final LinkedBlockingQueue<Integer> looks = new LinkedBlockingQueue<>();

    @Test
    void it_looks_where_a_mark_has_changed_and_seldom_otherwise() throws InterruptedException {
        try (var _ = watch(SETTLED, SHORT, number -> number < 4)) {
            assertThat(Waiting.next(looks)).isEqualTo(1);
            assertThat(Waiting.next(looks)).isEqualTo(5);
            assertThat(Waiting.next(looks)).isEqualTo(16);
        }
    }

    @Test
    void it_looks_at_once_when_it_is_told_to() throws InterruptedException {
        try (var watch = watch(SETTLED, LONG, _ -> true)) {
            assertThat(Waiting.next(looks)).isEqualTo(1);
            watch.soon();
            assertThat(Waiting.next(looks)).isEqualTo(2);
        }
    }

    @Test
    void what_is_about_to_change_is_looked_at_more_often() throws InterruptedException {
        try (var _ = watch(TrayState.UNSEEN, SHORT, _ -> true)) {
            assertThat(Waiting.next(looks)).isEqualTo(1);
            assertThat(Waiting.next(looks)).isEqualTo(3);
        }
    }

    private Watch watch(TrayState seen, Duration glance, IntPredicate mark) {
        return new Watch(() -> seen, _ -> looks.add(glances.get()), () -> mark.test(glances.incrementAndGet()), glance);
    }
}
