package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeSpreadTest {
    private static final long NEWEST = 1_795_860_000_000L;
    private static final int MOST_MILLIS = Integer.MAX_VALUE;

    private static TimeSpread.Run run(long... newestFirst) {
        return new TimeSpread.Run(newestFirst.length, place -> newestFirst[place]);
    }

    private static long[] times(Random random, int count) {
        return random.ints(count, 0, MOST_MILLIS)
                .mapToLong(it -> NEWEST - it * 4L)
                .map(it -> -it)
                .sorted()
                .map(it -> -it)
                .toArray();
    }

    @Test
    void rows_of_many_hosts_are_spread_like_the_same_rows_of_one() {
        var random = new Random(5);
        var zone = ZoneId.of("Europe/Berlin");
        for (int round = 0; round < 20; round++) {
            var hosts = IntStream.range(0, 7)
                    .mapToObj(_ -> times(random, random.nextInt(90)))
                    .toList();
            long[] together = hosts.stream()
                    .flatMapToLong(Arrays::stream)
                    .map(it -> -it)
                    .sorted()
                    .map(it -> -it)
                    .toArray();
            assertThat(TimeSpread.of(3, hosts.stream().map(TimeSpreadTest::run).toList(), zone))
                    .isEqualTo(TimeSpread.of(3, List.of(run(together)), zone));
        }
    }

    @Test
    void without_rows_there_are_no_days() {
        assertThat(TimeSpread.of(0, List.of(run(), run()), ZoneId.of("UTC")).counts())
                .isEmpty();
    }
}
