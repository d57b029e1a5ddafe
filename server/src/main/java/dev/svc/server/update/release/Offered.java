package dev.svc.server.update.release;

import java.util.Locale;

/// In one word, what a channel has for the release that is installed.
public enum Offered {
    /// It could not be asked.
    UNKNOWN,
    /// The same.
    NEWEST,
    OLDER,
    /// Something newer, which would be installed.
    NEWER,
    /// Something newer, but the running program is not an installed release.
    NOT_INSTALLABLE,
    /// Something that is not what it should be: a release or its tag was changed afterwards.
    REFUSED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
