package dev.svc.server.engine.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Names the regular files below a folder, level by level, several folders of a level concurrently. Files that vanish
/// meanwhile, or that we may not read, are left out; links are not followed.
final class StoreWalk<T> {
    /// Files that helpers have found and nobody has taken.
    private static final int MOST_AHEAD = 2_000;

    private final Function<FileStamp, Optional<T>> made;
    private final Consumer<T> told;

    /// @param made turns a file into a value; runs for several files concurrently
    /// @param told receives those values on the walking thread, a folder at a time, unordered within it
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
        return new Level(level).lookAtAll();
    }

    /// Several threads scan the folders of a level; each claims the next unclaimed folder. The walking thread
    /// hands over results during the scan. Helpers stop once [#MOST_AHEAD] files are queued for it, which
    /// bounds the memory of a walk.
    private final class Level {
        private final List<Path> folders;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger ahead = new AtomicInteger();
        private final Queue<Content<T>> seen = new ConcurrentLinkedQueue<>();
        private final List<Path> below = new ArrayList<>();
        private final ForkJoinTask<?>[] helpers;

        Level(List<Path> folders) {
            this.folders = folders;
            this.helpers =
                    new ForkJoinTask<?>[Math.min(Runtime.getRuntime().availableProcessors(), folders.size()) - 1];
        }

        /// Returns the folders in them.
        List<Path> lookAtAll() {
            do {
                callHelpers();
                handOn();
            } while (lookAtNext());
            Stream.of(helpers).filter(Objects::nonNull).forEach(ForkJoinTask::join);
            handOn();
            return below;
        }

        private void callHelpers() {
            for (int i = 0; i < helpers.length && next.get() < folders.size(); i++) {
                var before = helpers[i];
                if (before == null || before.isDone()) {
                    if (before != null) {
                        before.join(); // its failure is that of the walk
                    }
                    helpers[i] = ForkJoinPool.commonPool().submit(this::help);
                }
            }
        }

        private void help() {
            while (ahead.get() < MOST_AHEAD && lookAtNext()) {
                // until all are taken
            }
        }

        private boolean lookAtNext() {
            int mine = next.getAndIncrement();
            if (mine < folders.size()) {
                var content = look(folders.get(mine));
                ahead.addAndGet(content.files().size());
                seen.add(content);
            }
            return mine < folders.size();
        }

        private void handOn() {
            for (var content = seen.poll(); content != null; content = seen.poll()) {
                ahead.addAndGet(-content.files().size());
                content.files().forEach(told);
                below.addAll(content.folders());
            }
        }
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
