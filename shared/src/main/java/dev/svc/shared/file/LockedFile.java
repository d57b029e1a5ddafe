package dev.svc.shared.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Serializes changes of a file across all threads and processes that make them through here: an operating system lock
/// on a file beside it, released with its holder.
public final class LockedFile {
    private static final long PAUSE_NANOS = 1_000_000;

    private LockedFile() {}

    /// Work under the lock.
    @FunctionalInterface
    public interface Change {
        void make() throws IOException;
    }

    /// Waits for its turn, then makes the change. Readers never wait: the file is replaced atomically.
    public static void change(Path file, Change change) throws IOException {
        OwnerOnly.folder(file.toAbsolutePath().resolveSibling(""));
        try (var channel = open(file.resolveSibling(file.getFileName() + ".lock"));
                var _ = taken(channel)) {
            change.make();
        }
    }

    private static FileChannel open(Path lock) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(lock, options, OwnerOnly.fileAttributes(lock));
    }

    /// The system's lock belongs to the process: another thread of it is refused at once instead of waiting.
    private static FileLock taken(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException heldHere) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
