package dev.svc.server.setting;

/// An invalid change to the settings, with the key at fault and its valid values.
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
