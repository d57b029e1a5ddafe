package dev.svc.server.fleet.envelope;

import java.io.Serial;

/// A message that is dropped.
public final class RefusedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final DropReason refusal;

    public RefusedException(DropReason refusal) {
        super(refusal.word(), null, false, false); // made for every such message, and thrown by nobody's mistake
        this.refusal = refusal;
    }

    public DropReason refusal() {
        return refusal;
    }
}
