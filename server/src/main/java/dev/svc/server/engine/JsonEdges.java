package dev.svc.server.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Looks at a log's first lines and its last ones with as few reads as can be: what a list needs stands at both ends.
/// May be used by several threads; keeps as many buffers as looked at once, since new ones for each of many thousand
/// logs cost more than the looking.
public final class JsonEdges {
    private final int edge;
    private final long reach;
    private final Queue<byte[]> buffers = new ConcurrentLinkedQueue<>();

    /// @param edge how many bytes are read at either end
    /// @param reach where the beginning ends at the latest, when what is needed is not among the first bytes
    public JsonEdges(int edge, long reach) {
        this.edge = edge;
        this.reach = reach;
    }

    /// Shows `head` the complete lines from the start until it has enough, then `tail` those at the end that `head` did
    /// not see, newest first, until it has enough.
    public void look(FileStamp file, JsonLines.Visitor head, JsonLines.Visitor tail) throws IOException {
        var free = buffers.poll();
        var buffer = free == null ? new byte[edge] : free;
        try (var channel = JsonLines.open(file)) {
            var look = new Look(channel, file.size(), reach, buffer);
            look.tail(look.head(head), tail);
        } finally {
            buffers.add(buffer);
        }
    }

    /// At one log; owned by its call.
    private static final class Look {
        private final FileChannel channel;
        private final long size;
        private final long reach;
        private final byte[] bytes;
        private int filled;

        Look(FileChannel channel, long size, long reach, byte[] buffer) {
            this.channel = channel;
            this.size = size;
            this.reach = reach;
            this.bytes = buffer;
        }

        /// Returns where the first line begins that was not seen.
        long head(JsonLines.Visitor head) throws IOException {
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

        void tail(long seen, JsonLines.Visitor tail) throws IOException {
            if (size <= filled) {
                backwards(0, (int) seen, tail);
                return;
            }
            long from = Math.max(seen, size - bytes.length);
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
            int wanted = (int) Math.min(bytes.length, size - from);
            filled = 0;
            int read;
            while (filled < wanted
                    && (read = channel.read(ByteBuffer.wrap(bytes, filled, wanted - filled), from + filled)) > 0) {
                filled += read;
            }
        }
    }
}
