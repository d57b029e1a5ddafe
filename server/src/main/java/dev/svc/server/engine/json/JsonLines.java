package dev.svc.server.engine.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.file.Bytes;
import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// Streams the lines of a log from an offset: bounded memory whatever the file holds, and never past its last complete
/// line.
public final class JsonLines {
    /// A longer line is skipped and counted.
    public static final int MAX_LINE = 16 << 20;

    private static final Set<OpenOption> READ_NO_LINK = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final int BUFFER = 64 << 10;
    private static final int AT_ONCE = 1 << 20;
    private static final int MAX_DEPTH = 200;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_LINE)
                    .maxDocumentLength(MAX_LINE)
                    .build())
            .build();
    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);

    private JsonLines() {}

    /// Sees one line; the bytes are only valid during the call. `false` ends the reading.
    @FunctionalInterface
    public interface Visitor {
        boolean line(JsonLine line) throws IOException;
    }

    /// Parses one object, with bounded depth and bad UTF-8 replaced; empty when it is not a JSON object.
    public static Optional<JsonNode> parse(byte[] bytes, int offset, int length) {
        try (JsonParser parser = FACTORY.createParser(bytes, offset, length)) {
            return Optional.ofNullable((JsonNode) MAPPER.readTree(parser)).filter(JsonNode::isObject);
        } catch (IOException broken) {
            return replaced(bytes, offset, length);
        }
    }

    private static Optional<JsonNode> replaced(byte[] bytes, int offset, int length) {
        var text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(MAPPER.readTree(text)).filter(JsonNode::isObject);
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    /// Visits the complete lines from `offset` on and returns where the next reading must begin: after the last
    /// complete line, so that a line that is still being written is read once it is complete.
    public static long read(Path file, long offset, Visitor visitor) throws IOException {
        try (var channel = open(file)) {
            return read(channel, offset, Long.MAX_VALUE, visitor);
        }
    }

    /// Opens a regular file for reading: a link is refused, and so is a pipe, whose opening would wait for a writer.
    public static FileChannel open(Path file) throws IOException {
        return open(FileStamp.of(file)
                .orElseThrow(() -> new NoSuchFileException(file.toString(), null, "no regular file")));
    }

    /// Opens what was just seen to be a regular file.
    public static FileChannel open(FileStamp file) throws IOException {
        return FileChannel.open(file.path(), READ_NO_LINK);
    }

    /// As [#read(Path, long, Visitor)], but not past `end`.
    public static long read(FileChannel channel, long offset, long end, Visitor visitor) throws IOException {
        return new Reader(of(channel), offset, end, BUFFER).run(visitor);
    }

    /// As [#read(Path, long, Visitor)], of a stream from where it stands, which counts as the start, and not past
    /// `end`.
    public static long read(InputStream stream, long end, Visitor visitor) throws IOException {
        Source source = (bytes, from, length, position) -> stream.read(bytes, from, length);
        return new Reader(source, 0, end, BUFFER).run(visitor);
    }

    /// As [#read(FileChannel, long, long, Visitor)], reading so many bytes at a time: for looks that are expected to
    /// end early.
    public static long read(FileChannel channel, long offset, long end, int atATime, Visitor visitor)
            throws IOException {
        return new Reader(of(channel), offset, end, atATime).run(visitor);
    }

    private static Source of(FileChannel channel) {
        return (bytes, from, length, position) -> channel.read(ByteBuffer.wrap(bytes, from, length), position);
    }

    /// Where the first line at or after `offset` begins, for reading a tail; the file's size when there is none.
    public static long lineStart(FileChannel channel, long offset) throws IOException {
        if (offset <= 0) {
            return 0;
        }
        var buffer = ByteBuffer.allocate(BUFFER);
        long at = offset - 1;
        while (channel.read(buffer.clear(), at) > 0) {
            int lineBreak = Bytes.find(buffer.array(), 0, buffer.position(), '\n');
            if (lineBreak < buffer.position()) {
                return at + lineBreak + 1;
            }
            at += buffer.position();
        }
        return channel.size();
    }

    /// Reads the complete lines that begin within so many bytes before the end.
    public static void readEnd(FileChannel channel, long bytes, Visitor visitor) throws IOException {
        long size = channel.size();
        read(channel, lineStart(channel, size - bytes), size, visitor);
    }

    /// Where the bytes come from; asked for them in their order.
    @FunctionalInterface
    private interface Source {
        int read(byte[] bytes, int from, int length, long position) throws IOException;
    }

    /// One pass over a log; owned by the call that made it.
    private static final class Reader {
        private final Source source;
        private final long end;
        private byte[] buffer;
        private int filled;
        private int lineFrom;
        private int scanned;
        private long bufferStart;
        private boolean skipping;
        private long skipStart;

        Reader(Source source, long offset, long end, int atATime) {
            this.buffer = new byte[atATime];
            this.source = source;
            this.bufferStart = offset;
            this.end = end;
        }

        long run(Visitor visitor) throws IOException {
            while (fill()) {
                if (!visitLines(visitor)) {
                    return bufferStart + lineFrom;
                }
            }
            return skipping ? skipStart : bufferStart + lineFrom;
        }

        private boolean visitLines(Visitor visitor) throws IOException {
            int end;
            while ((end = Bytes.find(buffer, scanned, filled, '\n')) < filled) {
                var line = skipping
                        ? new JsonLine(skipStart, null, 0, 0)
                        : new JsonLine(bufferStart + lineFrom, buffer, lineFrom, end);
                skipping = false;
                lineFrom = end + 1;
                scanned = end + 1;
                if (!visitor.line(line)) {
                    return false;
                }
            }
            scanned = filled;
            return true;
        }

        private boolean fill() throws IOException {
            makeRoom();
            long position = bufferStart + filled;
            int wanted = (int) Math.min(Math.min(buffer.length - filled, AT_ONCE), end - position);
            if (wanted <= 0) {
                return false;
            }
            int read = source.read(buffer, filled, wanted, position);
            if (read <= 0) {
                return false;
            }
            filled += read;
            return true;
        }

        private void makeRoom() {
            if (!skipping && filled - lineFrom >= MAX_LINE) {
                skipping = true;
                skipStart = bufferStart + lineFrom;
            }
            if (skipping) {
                lineFrom = filled;
            }
            if (lineFrom > 0) {
                System.arraycopy(buffer, lineFrom, buffer, 0, filled - lineFrom);
                bufferStart += lineFrom;
                filled -= lineFrom;
                scanned -= lineFrom;
                lineFrom = 0;
            }
            if (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
        }
    }
}
