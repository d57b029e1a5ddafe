package dev.svc.server.update.release;

/// Why an update cannot continue, as one sentence that says what to do. The previous release keeps running.
public class UpdateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UpdateException(String sentence) {
        super(sentence);
    }

    public final String sentence() {
        return String.valueOf(getMessage());
    }
}
