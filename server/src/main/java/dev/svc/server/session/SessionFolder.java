package dev.svc.server.session;

import org.jspecify.annotations.Nullable;

/// Folders of sessions as their programs wrote them down: text of any system, not paths of this one.
public final class SessionFolder {
    private SessionFolder() {}

    /// Whether a session's folder is the one asked for, or lies below it.
    public static boolean isIn(String folder, @Nullable String cwd) {
        if (cwd == null || !cwd.startsWith(folder)) {
            return false;
        }
        return cwd.length() == folder.length()
                || isSeparator(cwd.charAt(folder.length()))
                || isSeparator(folder.charAt(folder.length() - 1));
    }

    public static boolean isSeparator(char letter) {
        return letter == '/' || letter == '\\';
    }
}
