package dev.svc.tray.host;

import dev.svc.shared.control.HomeLock;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// One tray per home: the second asks the first to show itself, and ends.
public final class SingleInstance implements AutoCloseable {
    private final HomeLock lock;
    private final Path request;

    private SingleInstance(HomeLock lock, Path request) {
        this.lock = lock;
        this.request = request;
    }

    /// Empty when another tray has this home; it was then asked to show its window.
    ///
    /// @param data the home's folder
    public static Optional<SingleInstance> tryBe(Path data) throws IOException {
        Path request = data.resolve("run").resolve("tray.show");
        var lock = HomeLock.tryTake(data.resolve("tray.lock"));
        if (lock.isEmpty()) {
            OwnerOnly.folder(data.resolve("run"));
            Files.writeString(request, "");
        }
        return lock.map(taken -> new SingleInstance(taken, request));
    }

    /// Whether another one asked since the last time.
    public boolean isAskedToShow() {
        try {
            return Files.deleteIfExists(request);
        } catch (IOException stays) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
