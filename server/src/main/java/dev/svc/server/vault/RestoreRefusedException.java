package dev.svc.server.vault;

import java.io.IOException;

/// A session that is not restored, with the reason for people. Nothing was changed.
public final class RestoreRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /// Why not.
    public enum Reason {
        /// There is no copy.
        UNKNOWN,
        /// Something of that name is there, and nothing is ever written over.
        THERE,
        /// The copy is damaged.
        DAMAGED,
        /// The program, or its store, is not as it has to be.
        STORE
    }

    RestoreRefusedException(Reason reason, String sentence) {
        super(sentence);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
