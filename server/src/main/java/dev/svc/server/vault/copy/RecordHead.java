package dev.svc.server.vault.copy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/// What stands before the body of each record.
///
/// @param key the number of the key that the body is sealed with; 0 where it is not sealed
/// @param stored the length of the body as it is kept
/// @param raw the length of what it holds
/// @param digest of what it holds
/// @param sum of the body as it is kept
record RecordHead(Kind kind, Packing packing, int key, int stored, int raw, Digest digest, int sum) {
    static final int BYTES = 60;

    /// More than any record has; a length above it is damage.
    static final int LONGEST = 32 << 20;

    static final int MAGIC = 0x53_56_43_31;

    /// What a record holds. The number is part of the form on the disk.
    enum Kind {
        /// Bytes of files.
        SEGMENT(1),
        /// What changed since the state before.
        STATE(2);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        static Optional<Kind> of(byte number) {
            return Arrays.stream(values()).filter(it -> it.number == number).findFirst();
        }
    }

    /// What a sealed body is bound to.
    static byte[] around(Kind kind, Packing packing, int raw, Digest digest) {
        var bytes = ByteBuffer.allocate(2 + Integer.BYTES + Digest.BYTES);
        bytes.put((byte) kind.number).put(packing.number()).putInt(raw);
        digest.write(bytes);
        return bytes.array();
    }

    byte[] around() {
        return around(kind, packing, raw, digest);
    }

    /// As it is kept.
    byte[] bytes() {
        var to = ByteBuffer.allocate(BYTES);
        to.putInt(MAGIC).put((byte) kind.number).put(packing.number()).putShort((short) 0);
        to.putInt(key).putInt(stored).putInt(raw);
        digest.write(to);
        to.putInt(sum);
        to.putInt(sum(to.array(), 0, to.position()));
        return to.array();
    }

    /// Empty when there is no sound head at that place.
    static Optional<RecordHead> read(byte[] bytes, int from) {
        if (bytes.length - from < BYTES) {
            return Optional.empty();
        }
        var in = ByteBuffer.wrap(bytes, from, BYTES);
        if (in.getInt() != MAGIC || in.getInt(from + BYTES - Integer.BYTES) != sum(bytes, from, BYTES - 4)) {
            return Optional.empty();
        }
        var kind = Kind.of(in.get());
        var packing = Packing.of(in.get());
        in.getShort();
        int key = in.getInt();
        int stored = in.getInt();
        int raw = in.getInt();
        boolean isBounded = stored >= 0 && stored <= LONGEST && raw >= 0 && raw <= LONGEST;
        if (kind.isEmpty() || packing.isEmpty() || !isBounded) {
            return Optional.empty();
        }
        return Optional.of(new RecordHead(kind.get(), packing.get(), key, stored, raw, Digest.read(in), in.getInt()));
    }

    static int sum(byte[] bytes, int from, int length) {
        var sum = new CRC32C();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }
}
