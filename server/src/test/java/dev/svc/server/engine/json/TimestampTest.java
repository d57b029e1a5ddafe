package dev.svc.server.engine.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "2026-13-01T00:00:00.000Z", "2026-11-21T10:00:00.123"})
    void what_is_no_time_is_none(String text) {
        assertThat(Timestamp.find(text)).isEmpty();
        assertThat(Timestamp.millisOrZero(text)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123456Z", "2026-11-21T10:00:00+01:00"})
    void a_time_is_read_with_all_that_it_says(String text) {
        assertThat(Timestamp.find(text)).contains(Instant.parse(text));
        assertThat(Timestamp.millisOrZero(text)).isEqualTo(Instant.parse(text).toEpochMilli());
    }

    @Test
    void the_usual_form_says_what_the_general_reader_says() {
        var random = new Random(3);
        for (int round = 0; round < 20_000; round++) {
            var moment = Instant.ofEpochMilli(random.nextLong(-60_000_000_000_000L, 250_000_000_000_000L));
            var text = moment.toString();
            assertThat(Timestamp.millis(text)).as(text).isEqualTo(moment.toEpochMilli());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T10:00:00Z",
                "2026-11-21T10:00:00.123456Z",
                "2026-11-21T10:00:00+01:00",
                "2024-02-29T24:00:00.000Z",
                "2016-12-31T23:59:60.000Z"
            })
    void any_other_form_is_left_to_the_general_reader(String text) {
        assertThat(Timestamp.millis(text)).isEqualTo(Instant.parse(text).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2026-02-29T10:00:00.000Z",
                "2026-13-01T10:00:00.000Z",
                "2026-11-21T10:60:00.000Z",
                "2026-11-21T25:00:00.000Z",
                "2026-11-21 10:00:00.000Z",
                "2026-11-21T10:00:00.000z ",
                "٢٠٢٦-11-21T10:00:00.000Z",
                "+1000000000-12-31T23:59:59Z"
            })
    void what_is_no_moment_is_refused(String text) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> Timestamp.millis(text));
    }
}
