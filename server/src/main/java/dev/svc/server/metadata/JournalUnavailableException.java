package dev.svc.server.metadata;

/// The journal cannot be written, so nothing changed and nothing was acknowledged.
public final class JournalUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JournalUnavailableException(String message) {
        super(message);
    }

    public JournalUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
