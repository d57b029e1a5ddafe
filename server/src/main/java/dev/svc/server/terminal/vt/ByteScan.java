package dev.svc.server.terminal.vt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds the next byte of interest quickly, without stepping the parser through each.
final class ByteScan {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte ESC = 0x1b;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long ESCAPES = ESC * ONES;

    private ByteScan() {}

    /// The index of the next escape character, or the end; looks at eight bytes at a time.
    static int nextEscape(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long difference = (long) WORDS.get(bytes, at) ^ ESCAPES;
            long hit = (difference - ONES) & ~difference & HIGHS;
            if (hit != 0) {
                return at + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        while (at < to && bytes[at] != ESC) {
            at++;
        }
        return at;
    }

    /// The index of the character that ends a purely numeric control sequence, such as a colour's, whose escape
    /// character lies here; -1 for anything else, or an incomplete one.
    static int lastOfNumbers(byte[] bytes, int escape, int to) {
        if (escape + 2 >= to || bytes[escape + 1] != '[') {
            return -1;
        }
        int at = escape + 2;
        while (at < to && bytes[at] >= '0' && bytes[at] <= ';') {
            at++;
        }
        return at < to && bytes[at] >= '@' && bytes[at] < 0x7f ? at : -1;
    }
}
