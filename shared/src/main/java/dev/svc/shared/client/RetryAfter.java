package dev.svc.shared.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/// How long a server asks not to be called again, by its header `Retry-After`: a number of seconds, or a date.
public final class RetryAfter {
    private RetryAfter() {}

    /// Zero where it asks for nothing that can be read.
    ///
    /// @param longest what is waited at most, whatever it asks for
    public static Duration of(HttpHeaders headers, Instant now, Duration longest) {
        var wait = headers.firstValue("Retry-After")
                .map(it -> read(it.strip(), now))
                .orElse(Duration.ZERO);
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(longest) > 0 ? longest : wait;
    }

    private static Duration read(String text, Instant now) {
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            return Duration.between(now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
    }
}
