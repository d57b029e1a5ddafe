package dev.svc.server.journal.record;

import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32C;

/// The last acknowledged entry, kept outside the queue: without it, a queue that lost its end would just look shorter.
///
/// Two slots take turns, so that one is valid at any time; each is in its own sector and overwritten in place, which
/// needs no new space on a full disk. Owned by the thread that appends.
public final class HeadFile implements Closeable {
    private static final int SLOT = 4_096;
    private static final long FORCE_EVERY = 100_000_000;
    private static final int CHECKSUM = 4;
    private static final int USED = CHECKSUM + Long.BYTES + Long.BYTES + 1 + Hash.LENGTH;

    private final FileChannel channel;
    private final Disk disk;
    private long turn;
    private long forced = System.nanoTime();

    private HeadFile(FileChannel channel, Disk disk, long turn) {
        this.channel = channel;
        this.disk = disk;
        this.turn = turn;
    }

    /// What the file says.
    ///
    /// @param turn counts the writes
    /// @param cut whether records after the head were refused and must be removed
    public record Content(long turn, Head head, boolean cut) {}

    public static void create(Path file) throws IOException {
        try (var created = new HeadFile(
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OwnerOnly.fileAttributes(file)),
                Disk.REAL,
                0)) {
            created.write(Head.NONE, false);
            created.write(Head.NONE, false);
            created.channel.force(true);
        }
    }

    public static HeadFile open(Path file, Disk disk) throws IOException {
        var content = read(file);
        return new HeadFile(
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE), disk, content.turn);
    }

    /// Writes where every process sees it, and forces it to disk (throttled: not again within a moment). A head lost
    /// with the power is recomputed from the entries, which are on disk before it.
    public void advance(Head head) throws IOException {
        put(head, false);
        if (System.nanoTime() - forced > FORCE_EVERY) {
            force();
        }
    }

    public void write(Head head, boolean cut) throws IOException {
        put(head, cut);
        force();
    }

    private void force() throws IOException {
        disk.force(channel);
        forced = System.nanoTime();
    }

    private void put(Head head, boolean cut) throws IOException {
        turn++;
        var slot = ByteBuffer.allocate(USED)
                .putInt(0)
                .putLong(turn)
                .putLong(head.seq())
                .put((byte) (cut ? 1 : 0))
                .put(head.hash().bytes());
        slot.putInt(0, checksum(slot.array(), 0)).rewind();
        channel.write(slot, (turn & 1) * SLOT);
    }

    /// Reads the newer of the two slots.
    ///
    /// @throws IOException when either slot is not what was written
    public static Content read(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var one = slot(channel, 0);
            var other = slot(channel, SLOT);
            if (channel.size() != SLOT + USED) {
                throw new IOException("the head has not its size");
            }
            return one.turn > other.turn ? one : other;
        }
    }

    private static Content slot(FileChannel channel, long at) throws IOException {
        var bytes = ByteBuffer.allocate(at == 0 ? SLOT : USED);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {}
        if (bytes.hasRemaining() || bytes.getInt(0) != checksum(bytes.array(), 0) || !isBlankBehind(bytes.array())) {
            throw new IOException("the head is not what was written");
        }
        bytes.position(CHECKSUM);
        long turn = bytes.getLong();
        long seq = bytes.getLong();
        boolean cut = bytes.get() != 0;
        var hash = new byte[Hash.LENGTH];
        bytes.get(hash);
        return new Content(turn, new Head(seq, Hash.of(hash)), cut);
    }

    private static boolean isBlankBehind(byte[] slot) {
        for (int i = USED; i < slot.length; i++) {
            if (slot[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static int checksum(byte[] slot, int from) {
        var crc = new CRC32C();
        crc.update(slot, from + CHECKSUM, USED - CHECKSUM);
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            disk.force(channel);
        }
    }
}
