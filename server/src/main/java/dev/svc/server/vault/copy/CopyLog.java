package dev.svc.server.vault.copy;

import dev.svc.server.vault.copy.RecordHead.Kind;
import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Records one behind the other, in a file that only grows. What a crash left half written is cut off when it is opened
/// for writing; what was damaged is skipped. Used by one thread at a time.
final class CopyLog implements Closeable {
    private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> WRITING = Set.of(
            StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS);
    private static final int WINDOW = 64 << 10;

    private final Path file;
    private final FileChannel channel;
    private final Sealing sealing;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private long end;

    /// A record and where it is.
    record Entry(long offset, RecordHead head) {
        long body() {
            return offset + RecordHead.BYTES;
        }

        long end() {
            return body() + head.stored();
        }
    }

    /// Bytes between records that are none.
    record Gap(long offset, long length) {}

    private CopyLog(Path file, FileChannel channel, Sealing sealing) throws IOException {
        this.file = file;
        this.channel = channel;
        this.sealing = sealing;
        look();
    }

    static CopyLog reading(Path file, Sealing sealing) throws IOException {
        return open(file, FileChannel.open(file, READING), sealing);
    }

    /// Makes the file where there is none.
    static CopyLog writing(Path file, Sealing sealing) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, WRITING, OwnerOnly.fileAttributes(file));
        } catch (IOException refused) {
            throw new CopyWriteException(refused);
        }
        var log = open(file, channel, sealing);
        try {
            if (log.channel.size() > log.end) {
                log.channel.truncate(log.end);
            }
            return log;
        } catch (IOException | RuntimeException failed) {
            log.close();
            throw failed;
        }
    }

    private static CopyLog open(Path file, FileChannel channel, Sealing sealing) throws IOException {
        try {
            return new CopyLog(file, channel, sealing);
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    private void look() throws IOException {
        long size = channel.size();
        requireOurs(size);
        long at = 0;
        while (at < size) {
            var entry = entry(at, size);
            if (entry.isPresent()) {
                entries.add(entry.get());
                at = entry.get().end();
                end = at;
            } else {
                long next = next(at + 1, size);
                if (next < 0) {
                    return;
                }
                gaps.add(new Gap(at, next - at));
                at = next;
            }
        }
    }

    private void requireOurs(long size) throws IOException {
        var first = ByteBuffer.wrap(bytes(0, (int) Math.min(Integer.BYTES, size)));
        if (first.remaining() < Integer.BYTES) {
            return;
        }
        int magic = first.getInt();
        boolean isOfOthers = magic >>> Byte.SIZE == RecordHead.MAGIC >>> Byte.SIZE && magic > RecordHead.MAGIC;
        if (isOfOthers) {
            throw new CopyFormatException(
                    "%s was made by a newer release of svc; this one neither reads nor changes it.".formatted(file));
        }
    }

    /// The record that begins there and is there to its end.
    private Optional<Entry> entry(long at, long size) throws IOException {
        var head = RecordHead.read(bytes(at, (int) Math.min(RecordHead.BYTES, size - at)), 0);
        return head.map(it -> new Entry(at, it)).filter(it -> it.end() <= size);
    }

    /// Where the next record begins; -1 where there is none.
    private long next(long from, long size) throws IOException {
        for (long start = from; start + RecordHead.BYTES <= size; start += WINDOW) {
            var window = bytes(start, (int) Math.min(WINDOW + RecordHead.BYTES, size - start));
            for (int i = 0; i < window.length - RecordHead.BYTES + 1; i++) {
                if (RecordHead.read(window, i).isPresent()
                        && entry(start + i, size).isPresent()) {
                    return start + i;
                }
            }
        }
        return -1;
    }

    private byte[] bytes(long from, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new EOFException(file + " became shorter while it was read");
            }
        }
        return bytes.array();
    }

    List<Entry> entries() {
        return entries;
    }

    List<Gap> gaps() {
        return gaps;
    }

    /// How many bytes it takes.
    long size() {
        return end;
    }

    /// @param digest of the bytes
    Entry append(Kind kind, byte[] raw, Digest digest) throws IOException {
        if (raw.length > RecordHead.LONGEST - 64) {
            throw new IOException("a record of %d bytes is longer than any may be".formatted(raw.length));
        }
        var packed = Packing.pack(raw);
        var body = sealing.seal(packed.bytes(), RecordHead.around(kind, packed.packing(), raw.length, digest));
        var head = new RecordHead(
                kind,
                packed.packing(),
                sealing.number(),
                body.length,
                raw.length,
                digest,
                RecordHead.sum(body, 0, body.length));
        var record = ByteBuffer.allocate(RecordHead.BYTES + body.length);
        record.put(head.bytes()).put(body).flip();
        var entry = new Entry(end, head);
        write(record);
        end = entry.end();
        entries.add(entry);
        return entry;
    }

    /// What a failed try leaves behind the end is written over, or cut off when the file is opened again.
    private void write(ByteBuffer record) throws CopyWriteException {
        try {
            while (record.hasRemaining()) {
                channel.write(record, end + record.position());
            }
        } catch (IOException refused) {
            throw new CopyWriteException(refused);
        }
    }

    /// What the record holds.
    ///
    /// @throws CopyFormatException when it is sealed with another key
    /// @throws CopyDamageException when it is damaged
    byte[] read(Entry entry) throws IOException {
        var head = entry.head();
        if (head.key() != sealing.number()) {
            throw new CopyFormatException(
                    head.key() == 0
                            ? file + " is not sealed, though there is a key."
                            : file + " is sealed with another key than the one that is set.");
        }
        var body = body(entry);
        if (RecordHead.sum(body, 0, body.length) != head.sum()) {
            throw new CopyDamageException(damaged(entry));
        }
        var raw = head.packing().unpack(sealing.open(body, head.around()), head.raw());
        if (!sealing.digest(raw).equals(head.digest())) {
            throw new CopyDamageException(damaged(entry));
        }
        return raw;
    }

    /// Whether the body is as it was written; what it holds is not looked at.
    boolean isSound(Entry entry) throws IOException {
        var body = body(entry);
        return RecordHead.sum(body, 0, body.length) == entry.head().sum();
    }

    private byte[] body(Entry entry) throws IOException {
        return bytes(entry.body(), entry.head().stored());
    }

    private String damaged(Entry entry) {
        return "%s is damaged at byte %d".formatted(file, entry.offset());
    }

    void force() throws CopyWriteException {
        try {
            channel.force(false);
        } catch (IOException refused) {
            throw new CopyWriteException(refused);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
