package dev.svc.server.engine.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// One folder of a store. The folder itself may be a link, nothing below it is followed: what lies outside is not the
/// store's.
public record StoreTree(Path place) {

    /// Where the folder really is, as a walk names it; the place itself while it is not there.
    public Path realPlace() {
        try {
            return place.toRealPath();
        } catch (IOException absent) {
            return place;
        }
    }

    /// Names the regular files down to the depth (1: the folder's own). A folder that is not there or not readable has
    /// none.
    public void walk(int depth, Consumer<FileStamp> files) throws IOException {
        walk(depth, Optional::of, files);
    }

    /// As [#walk(int, Consumer)], and tells what was made of the files.
    ///
    /// @param made asked for several files at once
    public <T> void walk(int depth, Function<FileStamp, Optional<T>> made, Consumer<T> told) throws IOException {
        if (Files.isDirectory(place)) {
            new StoreWalk<>(made, told).run(place.toRealPath(), depth);
        }
    }

    /// The names of the folders right below; none when the folder is not there or not readable.
    public List<Path> folders() throws IOException {
        return folders(_ -> true);
    }

    /// As [#folders()], of the names that are wanted: nothing else of a full folder is looked at or kept.
    public List<Path> folders(Predicate<Path> wanted) throws IOException {
        var folders = new ArrayList<Path>();
        if (Files.isDirectory(place)) {
            try (var entries = Files.newDirectoryStream(
                    place.toRealPath(),
                    entry -> wanted.test(entry.getFileName()) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
                entries.forEach(entry -> folders.add(entry.getFileName()));
            } catch (AccessDeniedException | DirectoryIteratorException closedToUs) {
                return folders;
            }
        }
        return folders;
    }

    /// The path relative to this folder, whichever way the folder was entered; empty when it lies outside.
    public Optional<Path> inside(Path path) throws IOException {
        if (path.startsWith(place)) {
            return Optional.of(place.relativize(path));
        }
        try {
            var real = place.toRealPath();
            return path.startsWith(real) ? Optional.of(real.relativize(path)) : Optional.empty();
        } catch (NoSuchFileException | NotDirectoryException absent) {
            return Optional.empty();
        }
    }

    /// The regular file of that name below this folder, as a walk would name it; empty when a link is on the way.
    public Optional<FileStamp> find(Path relative) throws IOException {
        if (!Files.isDirectory(place)) {
            return Optional.empty();
        }
        var real = place.toRealPath();
        for (int names = 1; names < relative.getNameCount(); names++) {
            if (!Files.isDirectory(real.resolve(relative.subpath(0, names)), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
        }
        return FileStamp.of(real.resolve(relative));
    }
}
