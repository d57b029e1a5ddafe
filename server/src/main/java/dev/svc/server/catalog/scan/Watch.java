package dev.svc.server.catalog.scan;

import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Notifies each indexer of changes in its folders. Indexers add folders from their threads; one thread reads the
/// events.
public final class Watch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watch.class.getName());

    /// The system-wide limit is often 8,192 or 65,536; folders beyond our share are covered by walks.
    private static final int MOST_FOLDERS = 20_000;

    private final WatchService service;
    private final Map<Path, WatchKey> keys = new ConcurrentHashMap<>();
    private final Map<WatchKey, Path> folders = new ConcurrentHashMap<>();
    private final List<StoreIndexer> indexers = new CopyOnWriteArrayList<>();

    public Watch() {
        try {
            service = FileSystems.getDefault().newWatchService();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    public void start() {
        Vital.platform("catalog-watch").start(this::run);
    }

    /// Watches an indexer's roots, the folders in which it found something, and those between them.
    public StoreIndexer.Watched follow(StoreIndexer indexer, Set<Path> found) {
        if (!indexers.contains(indexer)) {
            indexers.add(indexer);
        }
        boolean all = true;
        boolean more = false;
        for (var folder : wanted(indexer.roots(), found)) {
            if (!keys.containsKey(folder)) {
                all &= watch(folder);
                more |= keys.containsKey(folder);
            }
        }
        return new StoreIndexer.Watched(all, more);
    }

    private static Set<Path> wanted(List<Path> roots, Set<Path> found) {
        var wanted = new HashSet<Path>();
        for (var root : roots) {
            nearestExisting(root, wanted);
            for (var folder : found) {
                for (var at = folder; at != null && at.startsWith(root) && wanted.add(at); at = at.getParent()) {}
            }
        }
        return wanted;
    }

    /// A missing root is awaited in its nearest existing ancestor.
    private static void nearestExisting(Path root, Set<Path> wanted) {
        var at = root;
        while (at != null && !Files.isDirectory(at)) {
            at = at.getParent();
        }
        if (at != null) {
            wanted.add(at);
        }
    }

    private boolean watch(Path folder) {
        if (keys.containsKey(folder)) {
            return true;
        }
        if (keys.size() >= MOST_FOLDERS) {
            return false;
        }
        try {
            var key = folder.register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            folders.put(key, folder);
            keys.put(folder, key);
            return true;
        } catch (ClosedWatchServiceException closed) {
            return true; // nobody follows anything any more
        } catch (IOException refused) {
            LOG.log(Level.INFO, "{0} cannot be watched and is scanned instead: {1}", folder, refused.toString());
            return !Files.isDirectory(folder);
        }
    }

    private void run() {
        try {
            while (true) {
                var key = service.take();
                var folder = folders.get(key);
                if (folder != null) {
                    key.pollEvents().forEach(event -> seen(folder, event));
                }
                if (!key.reset() && folder != null) {
                    folders.remove(key);
                    keys.remove(folder, key);
                }
            }
        } catch (InterruptedException | ClosedWatchServiceException closed) {
            LOG.log(Level.DEBUG, "stopped watching");
        }
    }

    private void seen(Path folder, WatchEvent<?> event) {
        if (!(event.context() instanceof Path name)) {
            tellAll(folder, true);
            return;
        }
        var path = folder.resolve(name);
        boolean isNewFolder = event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE)
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (isNewFolder && isInAnyRoot(path)) {
            watchTree(path);
        }
        boolean wasFolder = event.kind().equals(StandardWatchEventKinds.ENTRY_DELETE) && keys.containsKey(path);
        tellAll(path, isNewFolder || wasFolder);
    }

    private boolean isInAnyRoot(Path path) {
        return indexers.stream().anyMatch(indexer -> indexer.roots().stream().anyMatch(path::startsWith));
    }

    private void watchTree(Path top) {
        watch(top);
        try (var below = Files.list(top)) {
            below.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .forEach(this::watchTree);
        } catch (IOException | UncheckedIOException gone) {
            LOG.log(Level.DEBUG, () -> top + " vanished while it was read: " + gone);
        }
    }

    private void tellAll(Path path, boolean walk) {
        for (var indexer : indexers) {
            for (var root : indexer.roots()) {
                if (root.startsWith(path) || (walk && path.startsWith(root))) {
                    indexer.changes().walk();
                } else if (path.startsWith(root)) {
                    indexer.changes().changed(path);
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException failure) {
            LOG.log(Level.DEBUG, "watching did not end cleanly", failure);
        }
    }
}
