package dev.svc.server.engine.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds bytes eight at a time, because nearly all bytes of a store are skipped.
public final class Bytes {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private Bytes() {}

    /// Where the byte first occurs; `to` when it does not.
    public static int find(byte[] bytes, int from, int to, char wanted) {
        return findEither(bytes, from, to, wanted, wanted);
    }

    /// Where the first of the two occurs; `to` when neither does.
    public static int findEither(byte[] bytes, int from, int to, char one, char other) {
        long ones = ONES * one;
        long others = ONES * other;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            long word = (long) EIGHT.get(bytes, at);
            long hit = zeroBytes(word ^ ones) | zeroBytes(word ^ others);
            if (hit != 0) {
                return at + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        while (at < to && bytes[at] != (byte) one && bytes[at] != (byte) other) {
            at++;
        }
        return at;
    }

    /// The high bit of each byte that is zero; only the lowest one is exact, and only that one is used.
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH;
    }

    /// Where the byte last occurs; -1 when it does not.
    public static int findLast(byte[] bytes, int from, int to, char wanted) {
        long ones = ONES * wanted;
        int at = to;
        for (; at - 8 >= from; at -= 8) {
            long hit = exactZeroBytes((long) EIGHT.get(bytes, at - 8) ^ ones);
            if (hit != 0) {
                return at - 1 - (Long.numberOfLeadingZeros(hit) >>> 3);
            }
        }
        while (at > from && bytes[at - 1] != (byte) wanted) {
            at--;
        }
        return at > from ? at - 1 : -1;
    }

    /// The high bit of each byte that is zero, and of no other.
    private static long exactZeroBytes(long word) {
        return ~(((word & ~HIGH) + ~HIGH) | word | ~HIGH);
    }

    /// Where the needle first occurs; -1 when it does not.
    public static int find(byte[] bytes, int from, int to, byte[] needle) {
        int last = to - needle.length;
        int at = from;
        while (at <= last) {
            at = find(bytes, at, last + 1, (char) (needle[0] & 0xff));
            if (at <= last && startsWith(bytes, at, to, needle)) {
                return at;
            }
            at++;
        }
        return -1;
    }

    public static boolean startsWith(byte[] bytes, int at, int to, byte[] prefix) {
        return to - at >= prefix.length && Arrays.equals(bytes, at, at + prefix.length, prefix, 0, prefix.length);
    }
}
