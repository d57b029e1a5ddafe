package dev.svc.server.fleet;

import java.io.Serial;

/// Something that the fleet does not do, as a sentence for people.
public final class FleetException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public FleetException(String sentence) {
        super(sentence);
    }

    /// What people are told.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
