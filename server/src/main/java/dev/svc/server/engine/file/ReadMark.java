package dev.svc.server.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Where a reading of a growing log stopped, with a checksum of the first and the last bytes before that place, so that
/// a log that was replaced, cut or rewritten is noticed and read from the start.
public record ReadMark(long offset, int checksum) {
    private static final int EDGE = 1 << 10;

    public static ReadMark at(FileChannel channel, long offset) throws IOException {
        return new ReadMark(offset, checksum(channel, offset));
    }

    /// Whether what lies before the mark is still what was read.
    public boolean holds(FileChannel channel) throws IOException {
        return channel.size() >= offset && checksum(channel, offset) == checksum;
    }

    private static int checksum(FileChannel channel, long offset) throws IOException {
        var sum = new CRC32C();
        int edge = (int) Math.min(EDGE, offset);
        add(sum, channel, 0, edge);
        add(sum, channel, offset - edge, edge);
        return (int) sum.getValue();
    }

    private static void add(CRC32C sum, FileChannel channel, long from, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
            // a short read goes on where it stopped
        }
        sum.update(bytes.flip());
    }

    /// Reads what [#toString] wrote.
    public static Optional<ReadMark> parse(String text) {
        int dot = text.indexOf('.');
        try {
            return Optional.of(new ReadMark(
                    Long.parseUnsignedLong(text.substring(0, Math.max(dot, 0)), 16),
                    Integer.parseUnsignedInt(text.substring(dot + 1), 16)));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return Long.toHexString(offset) + '.' + Integer.toHexString(checksum);
    }
}
