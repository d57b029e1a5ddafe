package dev.svc.server.engine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Names the regular files below a folder, level by level, several folders of a level at once. What vanishes
/// meanwhile, or is not ours to read, is left out; links are not followed.
final class StoreWalk {
    /// So many folders are looked at before what they hold is handed on, so that others can begin with it.
    private static final int AT_ONCE = 32;

    private final Consumer<FileStamp> files;

    StoreWalk(Consumer<FileStamp> files) {
        this.files = files;
    }

    /// Called on this thread alone tells `files`, each folder's in one go.
    ///
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
            for (var seen : some.parallelStream().map(Content::of).toList()) {
                seen.files().forEach(files);
                folders.addAll(seen.folders());
            }
        }
        return folders;
    }

    /// What one folder holds.
    private record Content(List<FileStamp> files, List<Path> folders) {

        static Content of(Path folder) {
            var content = new Content(new ArrayList<>(), new ArrayList<>());
            try (var entries = Files.newDirectoryStream(folder)) {
                for (var entry : entries) {
                    content.add(entry);
                }
            } catch (IOException | DirectoryIteratorException vanishedOrClosed) {
                return content;
            }
            return content;
        }

        private void add(Path entry) {
            try {
                var attributes = Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (attributes.isDirectory()) {
                    folders.add(entry);
                } else {
                    FileStamp.of(entry, attributes).ifPresent(files::add);
                }
            } catch (IOException vanished) {
                // nobody misses it
            }
        }
    }
}
