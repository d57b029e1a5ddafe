package dev.svc.server.journal;

/// Another process has the journal open for writing.
public final class JournalBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JournalBusyException(String message) {
        super(message);
    }
}
