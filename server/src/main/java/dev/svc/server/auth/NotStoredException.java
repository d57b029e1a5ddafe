package dev.svc.server.auth;

import java.io.IOException;

/// The disk refused the write, so nothing changed.
public final class NotStoredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotStoredException(String what, IOException cause) {
        super(what + " could not be stored, so nothing changed: look at the disk of the host.", cause);
    }
}
