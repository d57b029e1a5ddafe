package dev.svc.server.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuietHoursTest {
    @ParameterizedTest
    @CsvSource({
        "720, 780, 11:59, false",
        "720, 780, 12:00, true",
        "720, 780, 12:59, true",
        "720, 780, 13:00, false",
        "1320, 420, 21:59, false",
        "1320, 420, 22:00, true",
        "1320, 420, 00:00, true",
        "1320, 420, 06:59, true",
        "1320, 420, 07:00, false",
    })
    void they_begin_with_their_first_minute_and_end_before_their_last_over_midnight_too(
            int from, int to, LocalTime time, boolean quiet) {
        assertThat(new QuietHours(from, to).contain(time)).isEqualTo(quiet);
    }

    @Test
    void nothing_but_two_minutes_of_the_day_is_a_time_to_be_quiet() {
        assertThatIllegalArgumentException().isThrownBy(() -> new QuietHours(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuietHours(-1, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuietHours(0, 1_440));
    }
}
