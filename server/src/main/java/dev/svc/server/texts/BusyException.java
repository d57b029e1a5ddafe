package dev.svc.server.texts;

/// A text was not processed: too many others are queued, or it would have taken too long.
public final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BusyException(String message) {
        super(message, null, false, false);
    }
}
