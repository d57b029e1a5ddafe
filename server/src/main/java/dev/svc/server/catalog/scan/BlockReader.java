package dev.svc.server.catalog.scan;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Reads numbers and texts from a stream, decoded in place in a buffer, and computes the checksum of all bytes read.
final class BlockReader {
    private static final int SIZE = 1 << 18;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final InputStream in;
    private final CRC32C sum = new CRC32C();
    private byte[] bytes = new byte[SIZE];
    private int at;
    private int summed;
    private int filled;

    BlockReader(InputStream in) {
        this.in = in;
    }

    /// The checksum of what was read so far.
    long sum() {
        sum.update(bytes, summed, at - summed);
        summed = at;
        return sum.getValue();
    }

    int takeByte() throws IOException {
        require(1);
        return bytes[at++] & 0xff;
    }

    int takeInt() throws IOException {
        require(Integer.BYTES);
        int value = (int) INT.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    long takeLong() throws IOException {
        require(Long.BYTES);
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    String takeText(int length) throws IOException {
        require(length);
        var text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    private void require(int length) throws IOException {
        if (filled - at < length) {
            fill(length);
        }
    }

    private void fill(int length) throws IOException {
        var _ = sum();
        filled -= at;
        if (length > bytes.length) {
            bytes = Arrays.copyOfRange(bytes, at, at + length);
        } else {
            System.arraycopy(bytes, at, bytes, 0, filled);
        }
        at = 0;
        summed = 0;
        while (filled < length) {
            int read = in.read(bytes, filled, bytes.length - filled);
            if (read < 0) {
                throw new EOFException("it ends in the middle");
            }
            filled += read;
        }
    }
}
