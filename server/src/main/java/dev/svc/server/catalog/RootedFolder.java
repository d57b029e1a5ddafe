package dev.svc.server.catalog;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Collections;
import java.util.Iterator;
import java.util.UUID;

/// Makes a folder below a root by descending through open folders, so that a link that somebody swaps in meanwhile
/// leads nowhere (no race between check and use).
final class RootedFolder {
    private final SecureDirectoryStream<Path> root;
    private final Path staged;
    private final Path name;

    private RootedFolder(SecureDirectoryStream<Path> root, Path staged, Path name) {
        this.root = root;
        this.staged = staged;
        this.name = name;
    }

    /// The folder is made in the root and then moved: a move can be done relative to an open folder, a creation cannot.
    ///
    /// @param parent the root or below it, by its real path
    static void make(Path root, Path parent, String name) throws IOException {
        try (var stream = Files.newDirectoryStream(root)) {
            if (!(stream instanceof SecureDirectoryStream<Path> open)) {
                Files.createDirectory(parent.resolve(name));
                return;
            }
            var staged = Files.createDirectory(root.resolve(".svc-" + UUID.randomUUID()));
            try {
                var way = parent.equals(root) ? Path.of("") : root.relativize(parent);
                new RootedFolder(open, staged.getFileName(), Path.of(name)).place(open, steps(way));
            } finally {
                Files.deleteIfExists(staged);
            }
        }
    }

    private static Iterator<Path> steps(Path way) {
        return way.toString().isEmpty() ? Collections.emptyIterator() : way.iterator();
    }

    private void place(SecureDirectoryStream<Path> at, Iterator<Path> steps) throws IOException {
        if (steps.hasNext()) {
            try (var next = at.newDirectoryStream(steps.next(), LinkOption.NOFOLLOW_LINKS)) {
                place(next, steps);
            }
        } else if (isTaken(at)) {
            throw new FileAlreadyExistsException(name.toString());
        } else {
            root.move(staged, at, name);
        }
    }

    private boolean isTaken(SecureDirectoryStream<Path> at) throws IOException {
        try {
            at.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            return true;
        } catch (NoSuchFileException free) {
            return false;
        }
    }
}
