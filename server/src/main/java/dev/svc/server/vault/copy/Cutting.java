package dev.svc.server.vault.copy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes a file into a copy, segment by segment: of one that grew only what was appended, of any other what is not kept
/// yet.
public final class Cutting {
    private final SessionCopy copy;
    private final Between between;

    /// Called between two segments.
    public interface Between {
        /// Waits while others are at work.
        ///
        /// @throws InterruptedException when nothing more is to be read
        /// @throws IOException when nothing more can be written
        void breathe() throws IOException, InterruptedException;
    }

    public Cutting(SessionCopy copy, Between between) {
        this.copy = copy;
        this.between = between;
    }

    /// How a file is written, and so how it is cut and how much of what is kept of it has to be compared.
    public enum Style {
        /// It is appended to: what it begins and ends with tells whether it still begins as before.
        GROWING(SessionCopy.SEGMENT),
        /// It was found to have changed somewhere, or may have.
        ANY(SessionCopy.SEGMENT),
        /// It is written as a whole: small segments stay the same while others change.
        WHOLE(64 << 10);

        private final int segment;

        Style(int segment) {
            this.segment = segment;
        }
    }

    /// The file as it is kept now.
    ///
    /// @param source of the bytes; only as many as it has at the beginning are read
    /// @param before how the file was kept before
    public KeptFile take(FileChannel source, String name, long modified, @Nullable KeptFile before, Style style)
            throws IOException, InterruptedException {
        long size = source.size();
        var segments = new ArrayList<Digest>();
        long at = before == null ? 0 : begin(source, size, before, style, segments);
        while (at < size) {
            var bytes = bytes(source, at, (int) Math.min(style.segment, size - at));
            segments.add(copy.add(bytes));
            at += bytes.length;
            between.breathe();
        }
        return new KeptFile(name, size, modified, segments, null);
    }

    /// Takes over the segments of before that are the beginning of the file.
    ///
    /// @return where they end
    private long begin(FileChannel source, long size, KeptFile before, Style style, List<Digest> segments)
            throws IOException, InterruptedException {
        var kept = before.segments();
        boolean isThere = kept.stream().allMatch(copy::holds);
        if (isThere && style == Style.GROWING && size >= before.size() && edges(source, before)) {
            segments.addAll(kept);
            return before.size();
        }
        long at = 0;
        for (var segment : kept) {
            int length = copy.length(segment);
            if (!copy.holds(segment) || at + length > size || !segment.equals(copy.digest(bytes(source, at, length)))) {
                break;
            }
            segments.add(segment);
            at += length;
            between.breathe();
        }
        return at;
    }

    private boolean edges(FileChannel source, KeptFile before) throws IOException {
        var kept = before.segments();
        if (kept.isEmpty()) {
            return true;
        }
        int last = copy.length(kept.getLast());
        return kept.getFirst().equals(copy.digest(bytes(source, 0, copy.length(kept.getFirst()))))
                && kept.getLast().equals(copy.digest(bytes(source, before.size() - last, last)));
    }

    private static byte[] bytes(FileChannel source, long from, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (source.read(bytes, from + bytes.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return bytes.array();
    }
}
