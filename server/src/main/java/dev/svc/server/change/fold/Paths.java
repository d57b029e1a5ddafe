package dev.svc.server.change.fold;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Paths as a session's log has them, made absolute, and as they are shown. The disk is not looked at.
public final class Paths {
    private final String cwd;

    /// @param cwd of the session; empty where that is not known
    public Paths(String cwd) {
        this.cwd = cwd.length() > 1 && cwd.endsWith("/") ? cwd.substring(0, cwd.length() - 1) : cwd;
    }

    /// Empty for what is no path.
    public String absolute(String path) {
        try {
            return path.isBlank() ? "" : Path.of(cwd).resolve(path).normalize().toString();
        } catch (InvalidPathException odd) {
            return "";
        }
    }

    /// Relative to the session's folder when below it.
    public String shown(String absolute) {
        return !cwd.isEmpty() && absolute.startsWith(cwd + "/") ? absolute.substring(cwd.length() + 1) : absolute;
    }
}
