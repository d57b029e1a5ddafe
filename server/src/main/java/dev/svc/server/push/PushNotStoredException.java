package dev.svc.server.push;

import java.io.IOException;

/// The disk refused the write, so nothing changed.
public final class PushNotStoredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PushNotStoredException(String what, IOException cause) {
        super(what + " could not be stored, so nothing changed: look at the disk of the host.", cause);
    }
}
