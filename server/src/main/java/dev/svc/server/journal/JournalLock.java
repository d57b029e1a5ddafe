package dev.svc.server.journal;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The operating system's guarantee that only one process appends; released when the process ends, in any way.
final class JournalLock implements Closeable {
    private final FileChannel channel;

    private JournalLock(FileChannel channel) {
        this.channel = channel;
    }

    static JournalLock acquire(Path file) throws IOException {
        return tryAcquire(file)
                .orElseThrow(() -> new JournalBusyException("the journal is in use by process " + holder(file)
                        + ": stop that one first (systemctl --user stop svc, or kill " + holder(file) + ")"));
    }

    private static Optional<JournalLock> tryAcquire(Path file) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var channel = FileChannel.open(file, options, OwnerOnly.fileAttributes(file));
        if (locked(channel) == null) {
            channel.close();
            return Optional.empty();
        }
        var pid = ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8));
        channel.truncate(0);
        channel.write(pid, 0);
        return Optional.of(new JournalLock(channel));
    }

    private static @Nullable FileLock locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ownProcess) {
            return null;
        }
    }

    /// Whether a process holds it now; asking does not disturb the holder.
    static boolean isHeld(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return locked(channel) == null;
        }
    }

    private static String holder(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            return "unknown";
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
