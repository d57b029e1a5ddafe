package dev.svc.server.engine.move;

import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.move.Moving.Content;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Writes logs and documents with other folders in the fields that say one. All other bytes stay as they are: what is
/// no JSON, or not whole, and what was said about folders.
public record MovedFolders(FolderFields fields) {
    /// A longer line is read by nobody, and passes as it is.
    private static final int LONGEST = JsonLines.MAX_LINE;

    private static final int AT_ONCE = 64 << 10;

    /// Writes a log of one JSON text a line.
    public void lines(Content content, OutputStream to) throws IOException {
        var together = new BufferedOutputStream(to, AT_ONCE);
        try (var lines = new EachLine(LONGEST, new MovedLine(fields, together))) {
            content.to(lines);
        }
        together.flush();
    }

    /// Writes one JSON text.
    ///
    /// @throws UnmovableException when it is longer than what is read of one
    public void document(Content content, OutputStream to) throws IOException {
        var bytes = whole(content, LONGEST);
        fields.edits(JsonView.of(bytes, 0, bytes.length)).write(bytes, 0, bytes.length, to);
    }

    /// All of a short content.
    ///
    /// @throws UnmovableException when it is longer
    public static byte[] whole(Content content, int longest) throws IOException {
        try (var held = new Held(longest)) {
            content.to(held);
            return held.bytes.toByteArray();
        }
    }

    private record MovedLine(FolderFields fields, OutputStream to) implements EachLine.Visitor {
        @Override
        public void line(byte[] bytes, int from, int end) throws IOException {
            fields.edits(JsonView.of(bytes, from, end)).write(bytes, from, end, to);
        }

        @Override
        public void part(byte[] bytes, int from, int end) throws IOException {
            to.write(bytes, from, end - from);
        }

        @Override
        public void lineBreak() throws IOException {
            to.write('\n');
        }
    }

    private static final class Held extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int longest;

        Held(int longest) {
            this.longest = longest;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] more, int from, int length) throws IOException {
            if (bytes.size() + length > longest) {
                throw new UnmovableException("A file of the session is too long to be fitted to other folders.");
            }
            bytes.write(more, from, length);
        }
    }
}
