package dev.svc.server.engine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Names the regular files below a folder, level by level, several folders of a level at once. What vanishes
/// meanwhile, or is not ours to read, is left out; links are not followed.
final class StoreWalk<T> {
    /// So many folders are looked at before what they hold is handed on, so that others can begin with it.
    private static final int AT_ONCE = 32;

    private final Function<FileStamp, Optional<T>> made;
    private final Consumer<T> told;

    /// @param made makes something of a file; asked for several at once
    /// @param told is told of it, each folder's in one go, by the thread that runs the walk
    StoreWalk(Function<FileStamp, Optional<T>> made, Consumer<T> told) {
        this.made = made;
        this.told = told;
    }

    /// @param depth 1 for the folder's own files
    void run(Path root, int depth) {
        var level = List.of(root);
        for (int i = 0; i < depth && !level.isEmpty(); i++) {
            level = below(level);
        }
    }

    private List<Path> below(List<Path> level) {
        var folders = new ArrayList<Path>();
        for (int from = 0; from < level.size(); from += AT_ONCE) {
            var some = level.subList(from, Math.min(level.size(), from + AT_ONCE));
            for (var seen : some.parallelStream().map(this::look).toList()) {
                seen.files().forEach(told);
                folders.addAll(seen.folders());
            }
        }
        return folders;
    }

    /// What one folder holds.
    private record Content<T>(List<T> files, List<Path> folders) {}

    private Content<T> look(Path folder) {
        var content = new Content<T>(new ArrayList<>(), new ArrayList<>());
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                add(entry, content);
            }
        } catch (IOException | DirectoryIteratorException vanishedOrClosed) {
            return content;
        }
        return content;
    }

    private void add(Path entry, Content<T> content) {
        try {
            var attributes = Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory()) {
                content.folders().add(entry);
            } else {
                FileStamp.of(entry, attributes).flatMap(made).ifPresent(content.files()::add);
            }
        } catch (IOException vanished) {
            // nobody misses it
        }
    }
}
