package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MemoryWatch.Looks;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {
    private static final long TEN_SECONDS = 10_000_000_000L;
    private static final long MOST = 512L << 20;
    private static final long FULL = MOST / 10 * 9;

    private long nanos = -5 * TEN_SECONDS; // such a clock may begin anywhere
    private long collecting = 300;
    private final Looks looks = new Looks(nanos, collecting);

    /// Ten seconds later.
    private boolean look(long collectingMillis, long used) {
        nanos += TEN_SECONDS;
        collecting += collectingMillis;
        return looks.areEnough(nanos, collecting, used, MOST);
    }

    private boolean areEnough(int howMany, long collectingMillis, long used) {
        boolean enough = false;
        for (int i = 0; i < howMany; i++) {
            enough |= look(collectingMillis, used);
        }
        return enough;
    }

    @Test
    void a_minute_of_collecting_a_full_heap_is_enough() {
        assertThat(areEnough(Looks.ENOUGH, 9_500, FULL)).isTrue();
    }

    @Test
    void less_than_a_minute_is_not() {
        assertThat(areEnough(Looks.ENOUGH - 1, 9_500, FULL)).isFalse();
    }

    @Test
    void a_service_that_does_something_beside_collecting_goes_on() {
        assertThat(areEnough(100, 8_000, FULL)).isFalse();
    }

    @Test
    void collecting_that_frees_memory_is_work() {
        assertThat(areEnough(100, 9_900, MOST / 2)).isFalse();
    }

    @Test
    void one_look_at_a_service_that_works_starts_the_count_anew() {
        for (int round = 0; round < 10; round++) {
            assertThat(areEnough(Looks.ENOUGH - 1, 10_000, FULL)).isFalse();
            assertThat(look(1_000, FULL)).isFalse();
        }
    }

    @Test
    void the_time_that_collections_take_is_known_of_this_process() {
        try (var watch = MemoryWatch.start()) {
            long before = watch.collectingMillis();
            for (int i = 0; i < 20; i++) {
                System.gc();
            }
            assertThat(watch.collectingMillis()).isGreaterThan(before);
        }
    }
}
