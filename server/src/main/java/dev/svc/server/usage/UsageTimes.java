package dev.svc.server.usage;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Times as people type them: a date, which is a whole day of the server's, or an ISO time.
public final class UsageTimes {
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9999;

    private UsageTimes() {}

    /// Where a span begins; empty when the text is no time.
    public static Optional<Instant> from(String text, ZoneId zone) {
        return time(text, zone, 0);
    }

    /// Where a span ends, exclusive: a date is in it as a whole.
    public static Optional<Instant> to(String text, ZoneId zone) {
        return time(text, zone, 1);
    }

    private static Optional<Instant> time(String text, ZoneId zone, int days) {
        try {
            var time = text.indexOf('T') < 0
                    ? LocalDate.parse(text).plusDays(days).atStartOfDay(zone)
                    : OffsetDateTime.parse(text).atZoneSameInstant(zone);
            return time.getYear() < FIRST_YEAR || time.getYear() > LAST_YEAR
                    ? Optional.empty()
                    : Optional.of(time.toInstant());
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }
}
