package dev.svc.server.metadata;

/// The change is at odds with the present: a name is taken, or a later change is in the way.
public final class ConflictingChangeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConflictingChangeException(String message) {
        super(message);
    }
}
