package dev.svc.server.follow;

import java.io.IOException;

/// What was read cannot be taken now: the place it goes to is in trouble, not a log.
public final class NotTakenException extends IOException {
    private static final long serialVersionUID = 1;

    public NotTakenException(Exception cause) {
        super(cause.getMessage(), cause);
    }
}
