package dev.svc.server.metadata;

/// There is no such project, journal entry or batch.
public final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotFoundException(String message) {
        super(message);
    }
}
