package dev.svc.server.vault.copy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// How the bytes of a record are packed. The number is part of the form on the disk.
enum Packing {
    PLAIN(0),
    ZSTD(1),
    /// For computers that zstd's library was not built for.
    DEFLATE(2);

    private static final int LEVEL = 3;

    private final int number;

    Packing(int number) {
        this.number = number;
    }

    byte number() {
        return (byte) number;
    }

    static Optional<Packing> of(byte number) {
        return Arrays.stream(values()).filter(it -> it.number() == number).findFirst();
    }

    /// Bytes and how they are packed.
    static final class Packed {
        private final Packing packing;
        private final byte[] bytes;

        private Packed(Packing packing, byte[] bytes) {
            this.packing = packing;
            this.bytes = bytes;
        }

        Packing packing() {
            return packing;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /// Packs as well as can be done here; what does not get smaller stays as it is.
    static Packed pack(byte[] raw) {
        Packed packed;
        try {
            packed = new Packed(ZSTD, Zstd.compress(raw, LEVEL));
        } catch (LinkageError none) {
            packed = new Packed(DEFLATE, deflate(raw));
        }
        return packed.bytes().length < raw.length ? packed : new Packed(PLAIN, raw);
    }

    private static byte[] deflate(byte[] raw) {
        var out = new ByteArrayOutputStream(raw.length / 4 + 64);
        var buffer = new byte[8192];
        try (var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
            deflater.setInput(raw);
            deflater.finish();
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
        }
        return out.toByteArray();
    }

    /// The bytes that were packed.
    ///
    /// @param length how many they were
    /// @throws CopyDamageException when these are not so many packed bytes
    byte[] unpack(byte[] packed, int length) throws CopyDamageException {
        var raw = switch (this) {
            case PLAIN -> packed;
            case ZSTD -> expand(packed, length);
            case DEFLATE -> inflate(packed, length);
        };
        if (raw.length != length) {
            throw new CopyDamageException("a record has another length than it says");
        }
        return raw;
    }

    private static byte[] expand(byte[] packed, int length) throws CopyDamageException {
        try {
            return Zstd.decompress(packed, length);
        } catch (ZstdException broken) {
            throw new CopyDamageException("a record cannot be expanded", broken);
        } catch (LinkageError none) {
            throw new CopyDamageException(
                    "copies made with zstd cannot be read on this computer, which it was not built for");
        }
    }

    private static byte[] inflate(byte[] packed, int length) throws CopyDamageException {
        var raw = new byte[length];
        try (var inflater = new Inflater(true)) {
            inflater.setInput(packed);
            int done = 0;
            while (done < length) {
                int some = inflater.inflate(raw, done, length - done);
                if (some == 0) {
                    throw new CopyDamageException("a record cannot be expanded");
                }
                done += some;
            }
            return raw;
        } catch (DataFormatException broken) {
            throw new CopyDamageException("a record cannot be expanded", broken);
        }
    }
}
