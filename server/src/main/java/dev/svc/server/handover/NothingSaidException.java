package dev.svc.server.handover;

import java.io.IOException;

/// The session's program keeps no log of it that could be handed over.
public final class NothingSaidException extends IOException {
    private static final long serialVersionUID = 1;

    public NothingSaidException() {
        super("there is no conversation to hand over");
    }
}
