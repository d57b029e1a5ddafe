package dev.svc.server.fleet;

import java.io.Serial;

/// A refusal by the fleet, with a sentence that says why.
public final class FleetException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public FleetException(String sentence) {
        super(sentence);
    }

    /// Why, in words for people.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
