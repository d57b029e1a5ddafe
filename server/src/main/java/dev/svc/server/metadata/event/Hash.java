package dev.svc.server.metadata.event;

import java.util.Arrays;
import java.util.HexFormat;

/// A SHA-256 that stands for one entry and, through the chain, for everything before it.
public final class Hash {
    public static final int LENGTH = 32;
    /// The predecessor of the first entry.
    public static final Hash NONE = new Hash(new byte[LENGTH]);

    private final byte[] bytes;

    private Hash(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Hash of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a hash has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new Hash(bytes.clone());
    }

    public static Hash parse(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hash hash && Arrays.equals(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
