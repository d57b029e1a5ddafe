package dev.svc.server.auth.passkey;

/// A passkey that is not kept, with the field at fault.
public final class UnfitPasskeyException extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;

    UnfitPasskeyException(String field, String sentence) {
        super(sentence, null, false, false);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
