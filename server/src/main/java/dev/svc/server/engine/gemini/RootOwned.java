package dev.svc.server.engine.gemini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The program's own condition for a file of system settings: it and every folder above it belong to root, and nobody
/// else may write there. A file that fails it is skipped with a warning on the person's screen.
final class RootOwned {
    private static final int OTHERS_MAY_WRITE = 0022;

    private RootOwned() {}

    static boolean isMet(Path fileOrFolder) {
        try {
            for (Path at = nearestExisting(fileOrFolder).toRealPath(); at != null; at = at.getParent()) {
                if (!isRoots(at)) {
                    return false;
                }
            }
            return true;
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    /// What will be made below it belongs to the one who makes it.
    private static Path nearestExisting(Path wanted) throws IOException {
        Path at = wanted.toAbsolutePath();
        while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private static boolean isRoots(Path path) throws IOException {
        var attributes = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        return attributes.get("uid") instanceof Integer uid
                && uid == 0
                && attributes.get("mode") instanceof Integer mode
                && (mode & OTHERS_MAY_WRITE) == 0;
    }
}
