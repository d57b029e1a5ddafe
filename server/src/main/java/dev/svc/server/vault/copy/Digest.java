package dev.svc.server.vault.copy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/// Which bytes: their SHA-256, or a keyed one that says nothing to those without the key.
record Digest(long a, long b, long c, long d) {
    static final int BYTES = 32;

    static Digest of(byte[] hash) {
        return read(ByteBuffer.wrap(hash));
    }

    static Digest read(ByteBuffer from) {
        return new Digest(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(a).putLong(b).putLong(c).putLong(d);
    }

    /// Reads what [#toString] wrote.
    static Optional<Digest> parse(String hex) {
        if (hex.length() != 2 * BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(HexFormat.of().parseHex(hex)));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        var bytes = ByteBuffer.allocate(BYTES);
        write(bytes);
        return HexFormat.of().formatHex(bytes.array());
    }
}
