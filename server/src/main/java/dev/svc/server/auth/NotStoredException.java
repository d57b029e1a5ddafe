package dev.svc.server.auth;

import dev.svc.shared.file.LockHeldException;
import java.io.IOException;

/// Nothing changed: the disk refused the write, or another process holds the lock.
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
