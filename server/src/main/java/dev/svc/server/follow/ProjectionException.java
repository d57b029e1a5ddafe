package dev.svc.server.follow;

import java.io.IOException;

/// A projection cannot go on now: its own place is in trouble, not a log.
final class ProjectionException extends IOException {
    private static final long serialVersionUID = 1;

    ProjectionException(Exception cause) {
        super(cause.getMessage(), cause);
    }
}
