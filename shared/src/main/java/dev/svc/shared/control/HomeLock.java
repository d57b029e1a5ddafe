package dev.svc.shared.control;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/// One process per home: an operating system lock, released when its process ends in any way.
///
/// The file names its holder for people; only the lock decides.
public final class HomeLock implements AutoCloseable {
    private final FileChannel channel;
    private final FileLock lock;
    private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    private HomeLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /// Takes the lock; empty when another process holds it.
    public static Optional<HomeLock> tryTake(Path file) throws IOException {
        OwnerOnly.folder(file.toAbsolutePath().resolveSibling(""));
        FileChannel channel = open(file);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException heldHere) {
            lock = null;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            return Optional.empty();
        }
        var taken = new HomeLock(channel, lock);
        taken.announce(0, "");
        return Optional.of(taken);
    }

    private static FileChannel open(Path file) throws IOException {
        var options = Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, options, OwnerOnly.fileAttributes(file));
    }

    /// Writes who holds the lock, on which port it answers, 0 while it does not yet, and what version it is.
    public void announce(int port, String version) throws IOException {
        String text = "pid=%d%nsince=%s%nport=%d%nversion=%s%n"
                .formatted(ProcessHandle.current().pid(), since, port, version);
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        channel.truncate(0);
        channel.write(bytes, 0);
    }

    /// What the holder wrote about itself, in one line; empty when there is nothing to read.
    public static Optional<String> holder(Path file) {
        try {
            String text = Files.readString(file).strip().replaceAll("\\R", ", ");
            return Optional.of(text).filter(line -> !line.isEmpty());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        lock.release();
        channel.close();
    }
}
