package dev.svc.shared.control;

/// Something that could not be done to the service, as one sentence that says what to do.
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ControlException(String sentence) {
        super(sentence);
    }
}
