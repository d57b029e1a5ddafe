package dev.svc.server.engine.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/// Reads the moments that records bear, nearly all of them as `2026-11-21T10:00:00.123Z`: a store holds so many
/// that the general reader would be what takes longest.
public final class Timestamp {
    private static final int USUAL = 24;
    private static final int SECONDS_A_DAY = 86_400;

    private Timestamp() {}

    /// The moment in milliseconds since 1970.
    ///
    /// @throws DateTimeException when the text is not a time, or one out of range
    public static long millis(String text) {
        if (!isUsual(text)) {
            try {
                return Instant.parse(text).toEpochMilli();
            } catch (ArithmeticException beyond) {
                throw new DateTimeException(text, beyond);
            }
        }
        long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                .toEpochDay();
        int second = number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
        return (day * SECONDS_A_DAY + second) * 1000 + number(text, 20, 23);
    }

    /// The moment; empty where the text is no time, as in a record that is damaged.
    public static Optional<Instant> find(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(isUsual(text) ? Instant.ofEpochMilli(millis(text)) : Instant.parse(text));
        } catch (DateTimeException damaged) {
            return Optional.empty();
        }
    }

    /// The moment in milliseconds since 1970; 0 where the text is no time.
    public static long millisOrZero(String text) {
        try {
            return text.isEmpty() ? 0 : millis(text);
        } catch (DateTimeException damaged) {
            return 0;
        }
    }

    private static boolean isUsual(String text) {
        if (text.length() != USUAL) {
            return false;
        }
        for (int i = 0; i < USUAL; i++) {
            char wanted = "0000-00-00T00:00:00.000Z".charAt(i);
            char c = text.charAt(i);
            if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
                return false;
            }
        }
        return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }
}
