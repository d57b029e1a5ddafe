package dev.svc.server.journal.record;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Where the parts of a journal are. Everything that must change together is in one folder, which a repair replaces
/// atomically.
///
/// @param root the journal's own folder
/// @param current the folder with the queue's files, the head, the checkpoint and the snapshots
public record Layout(Path root, Path current) {
    public static final String QUEUE_SUFFIX = ".cq4";

    private static final Pattern OURS = Pattern.compile("lock|current|next|new|(?:refused|damaged)-.*");

    /// Chronicle's own table of its files.
    public static final String QUEUE_TABLE = "metadata.cq4t";

    public static Layout in(Path root) {
        return new Layout(root, root.resolve("current"));
    }

    /// A folder under construction, which becomes the current one when it is complete.
    public Layout next() {
        return new Layout(root, root.resolve("next"));
    }

    public Path lock() {
        return root.resolve("lock");
    }

    public Path head() {
        return current.resolve("head");
    }

    public Path checkpoint() {
        return current.resolve("checkpoint");
    }

    public Path snapshots() {
        return current.resolve("snapshots");
    }

    public Path file(String name) {
        return current.resolve(name);
    }

    /// Restricts the permissions an older svc left open: the lock, and the present, staged and replaced folders of a
    /// journal. Requires the lock.
    public void close() throws IOException {
        try (var entries = Files.newDirectoryStream(
                root, entry -> OURS.matcher(entry.getFileName().toString()).matches())) {
            for (Path entry : entries) {
                closeAll(entry);
            }
        }
    }

    private static void closeAll(Path ours) throws IOException {
        try (var entries = Files.walk(ours)) {
            for (Path entry : entries.toList()) {
                OwnerOnly.close(entry);
            }
        } catch (UncheckedIOException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    public boolean exists() {
        return Files.isDirectory(current);
    }

    /// The queue's files from the oldest to the newest: their names are times.
    public List<String> queueFiles() throws IOException {
        try (var files = Files.list(current)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(QUEUE_SUFFIX))
                    .sorted()
                    .toList();
        }
    }
}
