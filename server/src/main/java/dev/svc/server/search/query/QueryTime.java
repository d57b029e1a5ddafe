package dev.svc.server.search.query;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/// Reads the times that people write, in their time zone: that of the clock.
final class QueryTime {
    static final String WORDS = "a date such as 2026-11-01, a time such as 2026-11-01T09:30, today, yesterday, or how"
            + " long ago: 7d, 2w or 3m for days, weeks or months";

    /// More is no date of a session, and the index counts milliseconds.
    private static final int FIRST_YEAR = 1970;

    private static final int LAST_YEAR = 9999;
    private static final int MOST_DIGITS = 4;

    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private final Clock clock;

    QueryTime(Clock clock) {
        this.clock = clock;
    }

    /// Empty when it is none.
    Optional<Instant> read(String written) {
        String word = written.toLowerCase(Locale.ROOT);
        return switch (word) {
            case "today" -> Optional.of(start(LocalDate.now(clock)));
            case "yesterday" -> Optional.of(start(LocalDate.now(clock).minusDays(1)));
            default -> isAgo(word) ? ago(word) : iso(written);
        };
    }

    private static boolean isAgo(String word) {
        int digits = word.length() - 1;
        return digits > 0 && digits <= MOST_DIGITS && word.chars().limit(digits).allMatch(c -> c >= '0' && c <= '9');
    }

    private Optional<Instant> ago(String word) {
        int last = word.length() - 1;
        int count = Integer.parseInt(word, 0, last, 10);
        var now = ZonedDateTime.now(clock);
        return switch (word.charAt(last)) {
            case 'd' -> Optional.of(now.minusDays(count).toInstant());
            case 'w' -> Optional.of(now.minusWeeks(count).toInstant());
            case 'm' -> Optional.of(now.minusMonths(count).toInstant());
            default -> Optional.empty();
        };
    }

    private Optional<Instant> iso(String written) {
        try {
            var parsed = ISO.parseBest(written, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            int year = parsed.get(ChronoField.YEAR);
            return year < FIRST_YEAR || year > LAST_YEAR ? Optional.empty() : Optional.of(instant(parsed));
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    private Instant instant(TemporalAccessor parsed) {
        return switch (parsed) {
            case OffsetDateTime exact -> exact.toInstant();
            case LocalDateTime local -> local.atZone(zone()).toInstant();
            default -> start(LocalDate.from(parsed));
        };
    }

    private Instant start(LocalDate day) {
        return day.atStartOfDay(zone()).toInstant();
    }

    private ZoneId zone() {
        return clock.getZone();
    }
}
