package dev.svc.server.review.model;

import java.time.Duration;

/// A failed call.
public final class TroubleException extends Exception {
    private static final long serialVersionUID = 1;

    private final Trouble trouble;
    private final Duration wait;

    public TroubleException(Trouble trouble) {
        this(trouble, Duration.ZERO);
    }

    /// @param wait the endpoint's Retry-After; zero without one
    public TroubleException(Trouble trouble, Duration wait) {
        super(trouble.sentence(), null, false, false);
        this.trouble = trouble;
        this.wait = wait;
    }

    public Trouble trouble() {
        return trouble;
    }

    public Duration retryAfter() {
        return wait;
    }
}
