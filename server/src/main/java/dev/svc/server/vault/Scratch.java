package dev.svc.server.vault;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A folder for what is on the disk for a moment only.
record Scratch(Path root) {

    /// One use of it; what was put there is removed when it is closed.
    record Opened(Path path) implements Closeable {
        @Override
        public void close() throws IOException {
            remove(path);
        }
    }

    Opened open() throws IOException {
        OwnerOnly.folder(root);
        return new Opened(Files.createTempDirectory(root, ""));
    }

    /// Removes what a crash left behind.
    void clear() throws IOException {
        remove(root);
    }

    static void remove(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException trouble) throws IOException {
                Files.deleteIfExists(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
