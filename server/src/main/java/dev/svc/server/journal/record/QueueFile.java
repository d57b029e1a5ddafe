package dev.svc.server.journal.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Reads one of Chronicle's files without mapping it, so that damage is found before it can be mistaken for data.
///
/// The file is a row of documents on multiples of four bytes. Each has a four-byte header, little-endian:
/// 30 bits of length, a bit for Chronicle's own documents, and a bit that is set while a document is being written.
public final class QueueFile {
    public static final int HEADER = 4;
    public static final int MAX_DOCUMENT = 16 << 20;

    private static final int UNFINISHED = 0x8000_0000;
    private static final int OF_CHRONICLE = 0x4000_0000;
    private static final int END_MARK = UNFINISHED | OF_CHRONICLE;
    private static final int LENGTH = 0x3FFF_FFFF;
    private static final int BUFFER = 256 << 10;

    /// What Chronicle writes after the end mark.
    private static final byte[] END_WORD = {(byte) 0xC3, 'E', 'O', 'F'};

    private final FileChannel channel;
    private final long size;
    private byte[] buffer = new byte[BUFFER];
    private long start;
    private int filled;

    private QueueFile(FileChannel channel) throws IOException {
        this.channel = channel;
        this.size = channel.size();
    }

    /// Why a walk ended.
    public enum Stop {
        /// Nothing was written here yet.
        BLANK,
        /// A document whose writing did not finish.
        UNFINISHED,
        /// The file is closed for good: the next one continues.
        END_MARK,
        /// A header that leads out of the file.
        BROKEN,
        /// The visitor had enough.
        ENOUGH
    }

    /// How far a walk through the file came.
    ///
    /// @param end where the last whole document ends
    /// @param clean whether there is nothing after it
    public record Walk(long end, Stop stop, boolean clean) {}

    /// Sees one record; the bytes are only valid during the call. `false` ends the walk.
    @FunctionalInterface
    public interface Visitor {
        boolean record(byte[] bytes, int from, int length, long position) throws IOException;
    }

    /// Visits the records from a document's start on.
    public static Walk walk(Path file, long from, Visitor visitor) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new QueueFile(channel).walk(from, visitor);
        }
    }

    private Walk walk(long from, Visitor visitor) throws IOException {
        long at = from;
        while (at + HEADER <= size) {
            int header = header(at);
            if (header == 0) {
                return new Walk(at, Stop.BLANK, isBlank(at));
            }
            if (header == END_MARK) {
                return new Walk(at, Stop.END_MARK, isBlank(behindEndWord(at + HEADER)));
            }
            if ((header & UNFINISHED) != 0) {
                return new Walk(at, Stop.UNFINISHED, false);
            }
            int length = header & LENGTH;
            if (length > MAX_DOCUMENT || at + HEADER + length > size) {
                return new Walk(at, Stop.BROKEN, false);
            }
            if ((header & OF_CHRONICLE) == 0 && !visit(at + HEADER, length, visitor)) {
                return new Walk(at, Stop.ENOUGH, true);
            }
            at = next(at, length);
        }
        return new Walk(at, Stop.BROKEN, false);
    }

    /// Where the document after the one at `at` starts.
    public static long next(long at, int length) {
        return at + HEADER + ((length + 3) & ~3);
    }

    private boolean visit(long position, int length, Visitor visitor) throws IOException {
        load(position, length);
        return visitor.record(buffer, (int) (position - start), length, position - HEADER);
    }

    private int header(long at) throws IOException {
        load(at, HEADER);
        return ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).getInt((int) (at - start));
    }

    /// A kill may have come before the last letter.
    private long behindEndWord(long from) throws IOException {
        long at = from;
        for (int i = 0; i < END_WORD.length && at < size; i++) {
            load(at, 1);
            if (buffer[(int) (at - start)] != END_WORD[i]) {
                break;
            }
            at++;
        }
        return at;
    }

    private boolean isBlank(long from) throws IOException {
        for (long at = from; at < size; ) {
            int length = (int) Math.min(BUFFER, size - at);
            load(at, length);
            int offset = (int) (at - start);
            for (int i = 0; i < length; i++) {
                if (buffer[offset + i] != 0) {
                    return false;
                }
            }
            at += length;
        }
        return true;
    }

    private void load(long from, int length) throws IOException {
        if (from >= start && from + length <= start + filled) {
            return;
        }
        if (length > buffer.length) {
            buffer = Arrays.copyOf(buffer, Integer.highestOneBit(length) * 2);
        }
        start = from;
        filled = 0;
        while (filled < length) {
            int read = channel.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled), start + filled);
            if (read <= 0) {
                throw new IOException("the file became shorter while it was read");
            }
            filled += read;
        }
    }
}
