package dev.svc.server.metadata;

/// The change is understood but refused: a name too long, a project that does not exist.
public final class InvalidChangeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InvalidChangeException(String message) {
        super(message);
    }
}
