package dev.svc.server.push;

/// A device cannot be added or changed so, with the field at fault.
public final class UnfitPushException extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;

    UnfitPushException(String field, String sentence) {
        super(sentence);
        this.field = field;
    }

    public String field() {
        return field;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
