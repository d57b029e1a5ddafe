package dev.svc.server.terminal.launch;

/// A terminal that cannot be opened, with the sentence that says why.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /// The kind of refusal.
    public enum Reason {
        /// No such session, program or folder.
        UNKNOWN,
        /// Another server, or another terminal, has the session.
        HELD,
        /// It could not be started, or not now.
        NOT_STARTED
    }

    public Refusal(Reason reason, String sentence) {
        super(sentence, null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
