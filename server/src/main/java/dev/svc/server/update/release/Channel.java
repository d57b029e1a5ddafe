package dev.svc.server.update.release;

import java.util.Locale;

/// What updates follow.
public enum Channel {
    /// The highest version tag.
    STABLE,
    /// The newest commit of the branch main.
    MAIN;

    /// Of the variable's text, which was checked when it was read.
    public static Channel of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
