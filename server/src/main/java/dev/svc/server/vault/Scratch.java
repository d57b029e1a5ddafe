package dev.svc.server.vault;

import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder for what is on the disk for a moment only.
record Scratch(Path root) {

    /// One use of it; what was put there is removed when it is closed.
    record Opened(Path path) implements Closeable {
        @Override
        public void close() throws IOException {
            WholeFolder.remove(path);
        }
    }

    Opened open() throws IOException {
        OwnerOnly.folder(root);
        return new Opened(Files.createTempDirectory(root, ""));
    }

    /// Removes what a crash left behind.
    void clear() throws IOException {
        WholeFolder.remove(root);
    }
}
