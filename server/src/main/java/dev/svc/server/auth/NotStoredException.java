package dev.svc.server.auth;

import dev.svc.shared.file.LockHeldException;
import java.io.IOException;

/// The disk refused the write, or somebody else holds the lock for it, so nothing changed.
public final class NotStoredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotStoredException(String what, IOException cause) {
        super(what + " could not be stored" + why(cause), cause);
    }

    private static String why(IOException cause) {
        return cause instanceof LockHeldException held
                ? ". " + held.getMessage()
                : ", so nothing changed: look at the disk of the host.";
    }
}
