package dev.svc.server.setting;

/// A change to the settings that cannot be made, with the key it is about and what that key takes.
public final class UnfitSettingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String field;
    private final boolean isOfWrongType;

    UnfitSettingException(String field, String sentence, boolean isOfWrongType) {
        super(sentence);
        this.field = field;
        this.isOfWrongType = isOfWrongType;
    }

    /// Such as `reaper.interval`.
    public String field() {
        return field;
    }

    public boolean isOfWrongType() {
        return isOfWrongType;
    }
}
