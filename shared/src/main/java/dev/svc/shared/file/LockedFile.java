package dev.svc.shared.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Serializes changes of a file across all threads and processes that make them through here: an operating system lock
/// on a file beside it, released with its holder.
public final class LockedFile {
    /// Whose turn it is among the threads of this process, for each lock file. It begins before the file is
    /// opened and ends after it is closed, because the system's lock cannot serve here: it belongs to the
    /// whole process and is gone as soon as any thread closes the file, also for one that has just taken it.
    /// Java's own list of locks does not keep threads apart either: now and then it forgets a lock that is
    /// taken while two others close.
    private static final ConcurrentMap<Path, ReentrantLock> TURNS = new ConcurrentHashMap<>();

    /// Work under a lock takes milliseconds. A process that keeps one for this long was stopped, or is not svc.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration PAUSE = Duration.ofMillis(2);

    private LockedFile() {}

    /// Work under the lock.
    @FunctionalInterface
    public interface Change {
        void make() throws IOException;
    }

    /// Work under the lock that has a result.
    ///
    /// @param <T> what it says afterwards
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /// Waits for its turn, then makes the change. Readers never wait: the file is replaced atomically.
    ///
    /// @throws LockHeldException if another process does not let go of the lock; then nothing was done
    public static void change(Path file, Change change) throws IOException {
        under(file.resolveSibling(file.getFileName() + ".lock"), () -> {
            change.make();
            return true;
        });
    }

    /// The same, for a lock file of another name or of more than one file. Nothing else may open it.
    ///
    /// @return what the work returns
    public static <T> T under(Path lock, Work<T> work) throws IOException {
        return under(lock, PATIENCE, work);
    }

    static <T> T under(Path lock, Duration patience, Work<T> work) throws IOException {
        Path folder = OwnerOnly.folder(lock.toAbsolutePath().resolveSibling(""));
        Path file = folder.toRealPath().resolve(lock.getFileName());
        var turn = TURNS.computeIfAbsent(file, _ -> new ReentrantLock());
        turn.lock();
        try (var channel = open(file);
                var _ = locked(file, channel, patience)) {
            return work.run();
        } finally {
            turn.unlock();
        }
    }

    /// Asks again and again: a wait in the system's own queue cannot be ended, least of all that of a virtual thread.
    private static FileLock locked(Path file, FileChannel channel, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        var lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - deadline > 0) {
                throw new LockHeldException(file, patience);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new FileLockInterruptionException();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            lock = channel.tryLock();
        }
        return lock;
    }

    private static FileChannel open(Path lock) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(lock, options, OwnerOnly.fileAttributes(lock));
    }
}
