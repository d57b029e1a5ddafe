package dev.svc.server.engine.file;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a file compressed with zstd holds, as far as it can be read. A damaged, torn or oversized file ends the stream
/// early, and [#loss] says why afterwards; only a failure to read the file itself is an exception.
public final class Decompression extends InputStream {
    /// No more than this is taken out of one file: a few kilobytes can be made to hold any amount.
    public static final long MOST = 512L << 20;

    static final String BROKEN = "compressed file that cannot be read to its end";
    static final String TOO_MUCH = "compressed file of more than 512 MiB, the rest not read";
    static final String NO_LIBRARY = "compressed file, with no zstd for this computer";

    /// How far back a frame may refer, which is what reading it costs in memory outside the heap: 8 MiB, as every
    /// reader of the format should allow. Codex stays below it.
    private static final int WINDOW_LOG = 23;

    private final InputStream in;
    private long left;
    private @Nullable String loss;

    private Decompression(InputStream in, long most, @Nullable String loss) {
        this.in = in;
        this.left = most;
        this.loss = loss;
    }

    /// Reads a file from its start; closing this closes it.
    public static Decompression of(FileChannel file) throws IOException {
        return of(file, MOST);
    }

    static Decompression of(FileChannel file, long most) throws IOException {
        var compressed = Channels.newInputStream(file);
        try {
            var zstd = new ZstdInputStreamNoFinalizer(compressed, RecyclingBufferPool.INSTANCE).setLongMax(WINDOW_LOG);
            return new Decompression(zstd, most, file.size() == 0 ? BROKEN : null);
        } catch (LinkageError none) {
            return new Decompression(compressed, most, NO_LIBRARY);
        }
    }

    /// What was not read, in the words of a count; empty while nothing is known to be missing.
    public Optional<String> loss() {
        return Optional.ofNullable(loss);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /// A little input can give much output, so an interruption is looked for here and not only where the file is read.
    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while a compressed file was read");
        }
        if (loss != null) {
            return -1;
        }
        try {
            return withinTheLimit(in.read(bytes, from, (int) Math.min(length, left + 1)));
        } catch (ZstdIOException broken) {
            loss = BROKEN;
            return -1;
        }
    }

    private int withinTheLimit(int read) {
        int kept = read;
        if (read > left) {
            loss = TOO_MUCH;
            kept = left == 0 ? -1 : (int) left;
        }
        left -= Math.max(kept, 0);
        return kept;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
