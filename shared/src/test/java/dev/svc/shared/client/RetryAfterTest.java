package dev.svc.shared.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                " 90 |90",
                "Sat, 21 Nov 2026 12:01:00 GMT|60",
                "Sat, 21 Nov 2026 11:59:00 GMT|0",
                "999999999|3600",
                "Sun, 21 Nov 2027 12:00:00 GMT|3600",
                "-5|0",
                "99999999999999999999|0",
                "soon|0",
            })
    void is_read_as_seconds_or_a_date_within_bounds(String said, long seconds) {
        var headers = HttpHeaders.of(Map.of("retry-after", List.of(said)), (_, _) -> true);
        assertThat(RetryAfter.of(headers, NOON, HOUR)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void without_it_nothing_is_waited_for() {
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (_, _) -> true), NOON, HOUR))
                .isZero();
    }
}
