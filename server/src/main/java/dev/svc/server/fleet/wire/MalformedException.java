package dev.svc.server.fleet.wire;

import java.io.Serial;

/// Bytes that no release of svc has written, or more of them than it writes.
public final class MalformedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public MalformedException(String what) {
        super(what);
    }
}
