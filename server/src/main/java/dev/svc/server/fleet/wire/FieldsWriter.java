package dev.svc.server.fleet.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Writes fields one after the other: number, length, bytes. For one message, by one thread.
public final class FieldsWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

    /// Leaves out a text that is not there.
    public FieldsWriter text(int field, @Nullable String text) {
        return text == null ? this : bytes(field, text.getBytes(UTF_8));
    }

    /// Small numbers take one byte, whatever their sign.
    public FieldsWriter number(int field, long number) {
        var value = new ByteArrayOutputStream(10);
        varint((number << 1) ^ (number >> 63), value);
        return bytes(field, value.toByteArray());
    }

    public FieldsWriter flag(int field, boolean isSet) {
        return isSet ? number(field, 1) : this;
    }

    public FieldsWriter bytes(int field, byte[] value) {
        varint(field, out);
        varint(value.length, out);
        out.write(value, 0, value.length);
        return this;
    }

    public byte[] written() {
        return out.toByteArray();
    }

    private static void varint(long value, ByteArrayOutputStream to) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            to.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        to.write((int) left);
    }
}
