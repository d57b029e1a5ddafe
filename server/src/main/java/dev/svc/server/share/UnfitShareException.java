package dev.svc.server.share;

/// What was asked for cannot be shared; the sentence says what to do.
public final class UnfitShareException extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;

    UnfitShareException(String field, String sentence) {
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
