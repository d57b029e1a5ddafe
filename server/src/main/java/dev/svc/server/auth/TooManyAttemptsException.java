package dev.svc.server.auth;

import java.time.Duration;

/// Not now: this source guessed too often, or too many passwords are being checked.
public final class TooManyAttemptsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public TooManyAttemptsException(Duration retryAfter) {
        super("Too many attempts. Try again in " + words(wholeSeconds(retryAfter)) + ".", null, false, false);
        this.retryAfter = wholeSeconds(retryAfter);
    }

    public Duration retryAfter() {
        return retryAfter;
    }

    /// Upwards, so that waiting for as long as the answer says is enough.
    private static Duration wholeSeconds(Duration time) {
        return Duration.ofSeconds(time.plusSeconds(1).minusNanos(1).toSeconds());
    }

    private static String words(Duration time) {
        long seconds = Math.max(1, time.toSeconds());
        return seconds == 1 ? "1 second" : seconds + " seconds";
    }
}
