package dev.svc.server.engine;

/// The session would be lost where its files are asked to go, so they stay. The message says why, to people.
public final class SessionStaysException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SessionStaysException(String message, Throwable cause) {
        super(message, cause);
    }
}
