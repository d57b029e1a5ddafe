package dev.svc.server.update.release;

/// Why an update cannot go on, as one sentence that says what to do. What ran before runs on.
public final class UpdateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UpdateException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
