package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MemoryWatch.Count;
import dev.svc.server.MemoryWatch.Look;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MOST = 512 << 20;
    private static final long FULL = MOST / 10 * 9;

    /// Ten seconds after the one before.
    private static Look look(int nth, long collectingMillisEach, long used) {
        return new Look(nth * 10L * SECOND, (long) nth * collectingMillisEach, used, MOST);
    }

    private static boolean isOver(int looks, long collectingMillisEach, long used) {
        var count = new Count(look(0, collectingMillisEach, used));
        return IntStream.rangeClosed(1, looks).anyMatch(nth -> count.isOver(look(nth, collectingMillisEach, used)));
    }

    @Test
    void a_minute_of_collecting_a_full_heap_is_the_end_and_less_is_not() {
        assertThat(isOver(MemoryWatch.LOOKS, 9_500, FULL)).isTrue();
        assertThat(isOver(MemoryWatch.LOOKS - 1, 9_500, FULL)).isFalse();
    }

    @Test
    void a_service_that_does_something_beside_collecting_goes_on() {
        assertThat(isOver(100, 8_000, FULL)).isFalse();
    }

    @Test
    void collecting_that_frees_memory_is_work() {
        assertThat(isOver(100, 9_900, MOST / 2)).isFalse();
    }

    @Test
    void one_look_at_a_service_that_works_starts_the_count_anew() {
        var count = new Count(look(0, 0, FULL));
        long collecting = 0;
        for (int nth = 1; nth <= 40; nth++) {
            collecting += nth % MemoryWatch.LOOKS == 0 ? 1_000 : 10_000;
            assertThat(count.isOver(new Look(nth * 10L * SECOND, collecting, FULL, MOST)))
                    .isFalse();
        }
    }

    @Test
    void what_is_seen_of_this_process_makes_sense() {
        var before = Look.now();
        System.gc();
        var after = Look.now();
        assertThat(after.collectingMillis()).isGreaterThanOrEqualTo(before.collectingMillis());
        assertThat(after.nanos()).isGreaterThan(before.nanos());
        assertThat(after.used()).isBetween(1L, after.most());
    }
}
