package dev.svc.server.engine.json;

import dev.svc.server.engine.file.Bytes;
import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Reads a log's first and last lines with as few reads as possible: what a list needs is at both ends. Thread-safe;
/// pools its buffers, since allocating new ones for many thousand logs would cost more than the reading.
public final class JsonEdges {
    private final Sizes sizes;
    private final Queue<byte[]> buffers = new ConcurrentLinkedQueue<>();

    /// How many bytes are read.
    ///
    /// @param head for the first read of the beginning
    /// @param tail for the first read of the end
    /// @param edge at either end at once, when that was not enough
    /// @param reach where the beginning ends at the latest
    public record Sizes(int head, int tail, int edge, long reach) {}

    /// Sees the lines at the end, newest first.
    public interface Tail extends JsonLines.Visitor {
        /// Whether the required facts are known; more are welcome where they cost no further read.
        boolean isContent();
    }

    public JsonEdges(Sizes sizes) {
        this.sizes = sizes;
    }

    /// Shows `head` the complete lines from the start until it has enough, then `tail` those at the end that `head` did
    /// not see, until it has enough.
    public void look(FileStamp file, JsonLines.Visitor head, Tail tail) throws IOException {
        var free = buffers.poll();
        var buffer = free == null ? new byte[sizes.edge()] : free;
        try (var channel = JsonLines.open(file)) {
            var look = new Look(channel, file.size(), sizes, buffer);
            look.tail(look.head(head), tail);
        } finally {
            buffers.add(buffer);
        }
    }

    /// At one log; owned by its call.
    private static final class Look {
        private final FileChannel channel;
        private final long size;
        private final Sizes sizes;
        private final byte[] bytes;
        private int filled;

        Look(FileChannel channel, long size, Sizes sizes, byte[] buffer) {
            this.channel = channel;
            this.size = size;
            this.sizes = sizes;
            this.bytes = buffer;
        }

        /// Returns where the first unseen line begins.
        long head(JsonLines.Visitor head) throws IOException {
            int most = (int) Math.min(bytes.length, size);
            int from = 0;
            int next = size <= sizes.head() + sizes.tail() ? most : Math.min(sizes.head(), most);
            while (filled < next && fill(0, next)) {
                next = most;
                int end;
                while ((end = Bytes.find(bytes, from, filled, '\n')) < filled) {
                    boolean more = head.line(new JsonLine(from, bytes, from, end));
                    from = end + 1;
                    if (!more) {
                        return from;
                    }
                }
            }
            // a log that shrank meanwhile is read again here, up to its new end
            return filled < size ? JsonLines.read(channel, from, Math.min(size, sizes.reach()), head) : from;
        }

        void tail(long seen, Tail tail) throws IOException {
            if (size <= filled) {
                backwards(0, (int) seen, tail);
                return;
            }
            long shown = window(seen, size, sizes.tail(), tail);
            if (shown > seen && !tail.isContent()) {
                window(seen, shown, bytes.length, tail);
            }
        }

        /// Shows the complete lines within so many bytes before `end`; returns where the first of them begins, or
        /// `seen` when there is nothing left to learn.
        private long window(long seen, long end, int length, Tail tail) throws IOException {
            long from = Math.max(seen, end - length);
            filled = 0;
            fill(from, (int) (end - from));
            int first = from == seen ? 0 : Math.min(Bytes.find(bytes, 0, filled, '\n') + 1, filled);
            return backwards(from, first, tail) ? from + first : seen;
        }

        private boolean backwards(long at, int first, JsonLines.Visitor tail) throws IOException {
            int end = Bytes.findLast(bytes, first, filled, '\n');
            while (end >= first) {
                int start = Bytes.findLast(bytes, first, end, '\n');
                if (!tail.line(new JsonLine(at + Math.max(start + 1, first), bytes, Math.max(start + 1, first), end))) {
                    return false;
                }
                end = start;
            }
            return true;
        }

        /// Keeps filling up to so many bytes, the first at `from`; false when fewer are left.
        private boolean fill(long from, int wanted) throws IOException {
            int read;
            while (filled < wanted
                    && (read = channel.read(ByteBuffer.wrap(bytes, filled, wanted - filled), from + filled)) > 0) {
                filled += read;
            }
            return filled == wanted;
        }
    }
}
