package dev.svc.server.outside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Hears of changes in some folders. Where the system cannot tell, nobody hears, and the next look finds out.
final class FolderChanges implements Closeable {
    private static final Logger LOG = Logger.getLogger(FolderChanges.class.getName());

    private final Runnable changed;
    private final @Nullable WatchService service;

    @GuardedBy("this")
    private final Map<Path, WatchKey> watched = new HashMap<>();

    /// @param changed is called for each change, by one thread
    FolderChanges(Runnable changed) {
        this.changed = changed;
        this.service = open();
        if (service != null) {
            Vital.platform("outside changes").start(this::run);
        }
    }

    private static @Nullable WatchService open() {
        try {
            return FileSystems.getDefault().newWatchService();
        } catch (IOException | UnsupportedOperationException none) {
            LOG.log(Level.FINE, none, () -> "changes of programs outside svc are seen every few seconds only");
            return null;
        }
    }

    /// Watches these and no others. A folder that is not there yet is watched once it is asked for again.
    synchronized void watch(Set<Path> folders) {
        watched.entrySet().removeIf(it -> {
            boolean isOver = !folders.contains(it.getKey()) || !it.getValue().isValid();
            if (isOver) {
                it.getValue().cancel();
            }
            return isOver;
        });
        for (var folder : folders) {
            if (service != null && !watched.containsKey(folder) && Files.isDirectory(folder)) {
                register(service, folder);
            }
        }
    }

    @GuardedBy("this")
    private void register(WatchService with, Path folder) {
        try {
            watched.put(
                    folder,
                    folder.register(
                            with,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE));
        } catch (IOException | ClosedWatchServiceException gone) {
            LOG.log(Level.FINE, gone, () -> folder + " cannot be watched");
        }
    }

    private void run() {
        try {
            while (service != null) {
                var key = service.take();
                key.pollEvents().clear();
                key.reset();
                changed.run();
            }
        } catch (InterruptedException | ClosedWatchServiceException closed) {
            LOG.log(Level.FINE, closed, () -> "changes of programs outside svc are heard no more");
        }
    }

    @Override
    public void close() {
        try {
            if (service != null) {
                service.close();
            }
        } catch (IOException failed) {
            LOG.log(Level.FINE, failed, () -> "a watch of folders could not be closed");
        }
    }
}
