package dev.svc.server.engine.move;

import dev.svc.server.engine.file.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Takes bytes in pieces of any length and shows them line by line, in bounded memory. Closing it ends the last line.
public final class EachLine extends OutputStream {
    private static final int USUAL = 64 << 10;

    private final int longest;
    private final Visitor visitor;
    private byte[] begun = new byte[USUAL];
    private int length;
    private boolean isTooLong;

    /// Sees every byte once, in order.
    public interface Visitor {
        /// A line without its break. The bytes are only valid during the call.
        void line(byte[] bytes, int from, int to) throws IOException;

        /// A part of a line that is too long to be held.
        void part(byte[] bytes, int from, int to) throws IOException;

        /// The break after a line.
        void lineBreak() throws IOException;
    }

    public EachLine(int longest, Visitor visitor) {
        this.longest = longest;
        this.visitor = visitor;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int to = from + count;
        int at = from;
        while (at < to) {
            int end = Bytes.find(bytes, at, to, '\n');
            if (end == to) {
                begin(bytes, at, to);
                return;
            }
            if (length == 0 && !isTooLong && end - at <= longest) {
                visitor.line(bytes, at, end);
            } else {
                begin(bytes, at, end);
                endLine();
            }
            visitor.lineBreak();
            at = end + 1;
        }
    }

    private void begin(byte[] bytes, int from, int to) throws IOException {
        if (!isTooLong && length + (to - from) > longest) {
            isTooLong = true;
            visitor.part(begun, 0, length);
            forget();
        }
        if (isTooLong) {
            visitor.part(bytes, from, to);
            return;
        }
        int needed = length + (to - from);
        if (needed > begun.length) {
            begun = Arrays.copyOf(begun, (int) Math.min(longest, Math.max(needed, 2L * begun.length)));
        }
        System.arraycopy(bytes, from, begun, length, to - from);
        length = needed;
    }

    private void endLine() throws IOException {
        if (!isTooLong) {
            visitor.line(begun, 0, length);
        }
        isTooLong = false;
        forget();
    }

    private void forget() {
        length = 0;
        if (begun.length > USUAL) {
            begun = new byte[USUAL];
        }
    }

    @Override
    public void close() throws IOException {
        if (length > 0) {
            endLine();
        }
    }
}
