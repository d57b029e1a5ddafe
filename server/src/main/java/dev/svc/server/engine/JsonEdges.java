package dev.svc.server.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Looks at a log's first lines and its last ones with as few reads as can be: what a list needs stands at both ends.
public final class JsonEdges {
    private final FileChannel channel;
    private final long size;
    private final int edge;
    private final long reach;
    private byte[] bytes;
    private int filled;

    private JsonEdges(FileChannel channel, long size, int edge, long reach) {
        this.channel = channel;
        this.size = size;
        this.edge = edge;
        this.reach = reach;
        this.bytes = new byte[(int) Math.min(edge, size)];
    }

    /// Shows `head` the complete lines from the start until it has enough, then `tail` those at the end that `head` did
    /// not
    /// see, newest first, until it has enough.
    ///
    /// @param edge how many bytes are read at either end
    /// @param reach where `head` ends at the latest, when what it needs is not among the first bytes
    public static void look(FileStamp file, int edge, long reach, JsonLines.Visitor head, JsonLines.Visitor tail)
            throws IOException {
        try (var channel = JsonLines.open(file)) {
            var edges = new JsonEdges(channel, file.size(), edge, reach);
            edges.tail(edges.head(head), tail);
        }
    }

    /// Returns where the first line begins that was not seen.
    private long head(JsonLines.Visitor head) throws IOException {
        fill(0);
        int from = 0;
        int end;
        while ((end = Bytes.find(bytes, from, filled, '\n')) < filled) {
            boolean more = head.line(new JsonLine(from, bytes, from, end));
            from = end + 1;
            if (!more) {
                return from;
            }
        }
        return filled < size ? JsonLines.read(channel, from, Math.min(size, reach), head) : from;
    }

    private void tail(long seen, JsonLines.Visitor tail) throws IOException {
        if (size <= filled) {
            backwards(0, (int) seen, tail);
            return;
        }
        long from = Math.max(seen, size - edge);
        fill(from);
        int first = from == seen ? 0 : Bytes.find(bytes, 0, filled, '\n') + 1;
        backwards(from, Math.min(first, filled), tail);
    }

    private void backwards(long at, int first, JsonLines.Visitor tail) throws IOException {
        int end = Bytes.findLast(bytes, first, filled, '\n');
        while (end >= first) {
            int start = Bytes.findLast(bytes, first, end, '\n');
            if (!tail.line(new JsonLine(at + Math.max(start + 1, first), bytes, Math.max(start + 1, first), end))) {
                return;
            }
            end = start;
        }
    }

    private void fill(long from) throws IOException {
        bytes = bytes.length == Math.min(edge, size - from) ? bytes : new byte[(int) Math.min(edge, size - from)];
        filled = 0;
        int read;
        while (filled < bytes.length
                && (read = channel.read(ByteBuffer.wrap(bytes, filled, bytes.length - filled), from + filled)) > 0) {
            filled += read;
        }
    }
}
