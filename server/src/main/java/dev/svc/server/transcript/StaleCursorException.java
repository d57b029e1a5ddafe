package dev.svc.server.transcript;

/// The conversation was rewritten since the page that issued this cursor: its turns are others now.
public final class StaleCursorException extends Exception {
    private static final long serialVersionUID = 1;

    StaleCursorException() {
        super("This conversation was rewritten since; begin again without a cursor.");
    }
}
