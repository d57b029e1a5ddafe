package dev.svc.server.engine;

/// The program still runs on the session, so its files must stay where they are.
public final class SessionBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SessionBusyException(String message) {
        super(message);
    }
}
