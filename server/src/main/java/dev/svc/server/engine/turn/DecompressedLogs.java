package dev.svc.server.engine.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.file.Decompression;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Opens compressed logs at any place of them: each is expanded into a temporary file without a name, which nobody else
/// can open and which is gone with the process however that ends. The last few are kept, since a conversation is read
/// in many small windows. A kept file serves one reading at a time, so that no reading can close another's.
public final class DecompressedLogs implements LogFiles {
    private static final int MOST_KEPT = 4;
    private static final long MOST_BYTES_KEPT = 128L << 20;
    private static final int AT_ONCE = 64 << 10;

    /// A younger file may change again without a trace in its times.
    private static final Duration SETTLED = Duration.ofMillis(50);

    private final Predicate<Path> compressed;

    @GuardedBy("kept")
    private final Deque<Expanded> kept = new ArrayDeque<>();

    /// @param compressed which files are
    public DecompressedLogs(Predicate<Path> compressed) {
        this.compressed = compressed;
    }

    /// @param size of the expanded content
    private record Expanded(FileStamp file, FileChannel lines, long size) {}

    @Override
    public Opened open(Path file) throws IOException {
        if (!compressed.test(file)) {
            return PLAIN.open(file);
        }
        if (!StoreFile.isInPlace(file)) {
            throw new AccessDeniedException(file.toString(), null, "a link leads there");
        }
        var stamp =
                FileStamp.of(file).orElseThrow(() -> new NoSuchFileException(file.toString(), null, "no regular file"));
        boolean settled = isSettled(stamp);
        var known = take(stamp);
        return new Lent(known == null ? expand(stamp) : known, settled);
    }

    private static boolean isSettled(FileStamp stamp) {
        long age = Instant.now().toEpochMilli() - stamp.modifiedNanos() / 1_000_000;
        return age >= SETTLED.toMillis();
    }

    private @Nullable Expanded take(FileStamp stamp) {
        synchronized (kept) {
            for (var it : kept) {
                if (it.file().equals(stamp)) {
                    kept.remove(it);
                    return it;
                }
            }
            return null;
        }
    }

    private static Expanded expand(FileStamp stamp) throws IOException {
        try (var compressed = JsonLines.open(stamp);
                var content = Decompression.of(compressed)) {
            var lines = withoutName();
            try {
                return new Expanded(stamp, lines, copy(content, lines));
            } catch (IOException | RuntimeException failed) {
                lines.close();
                throw failed;
            }
        }
    }

    private static FileChannel withoutName() throws IOException {
        return FileChannel.open(
                Files.createTempFile("svc-log-", null),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    private static long copy(Decompression content, FileChannel lines) throws IOException {
        var bytes = new byte[AT_ONCE];
        long size = 0;
        int read;
        while ((read = content.read(bytes, 0, bytes.length)) >= 0) {
            var part = ByteBuffer.wrap(bytes, 0, read);
            while (part.hasRemaining()) {
                size += lines.write(part);
            }
        }
        return size;
    }

    private void giveBack(Expanded log) throws IOException {
        var surplus = new ArrayDeque<Expanded>();
        synchronized (kept) {
            kept.addFirst(log);
            while (kept.size() > MOST_KEPT
                    || kept.stream().mapToLong(Expanded::size).sum() > MOST_BYTES_KEPT) {
                surplus.add(kept.removeLast());
            }
        }
        for (var it : surplus) {
            it.lines().close();
        }
    }

    /// A file for one reading. An interruption closes a file, which is then of no more use.
    private final class Lent implements Opened {
        private final Expanded log;
        private final boolean mayBeKept;

        Lent(Expanded log, boolean mayBeKept) {
            this.log = log;
            this.mayBeKept = mayBeKept;
        }

        @Override
        public FileChannel lines() {
            return log.lines();
        }

        @Override
        public void close() throws IOException {
            if (mayBeKept && log.lines().isOpen()) {
                giveBack(log);
            } else {
                log.lines().close();
            }
        }
    }
}
