package dev.svc.server.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// One complete line of a log without its line break, still bytes, so that a reader can look before it parses.
/// Only valid while its visitor runs: the bytes belong to the reader's buffer.
public final class JsonLine {
    private static final byte[] NOTHING = {};

    private final long start;
    private final byte @Nullable [] bytes;
    private final int from;
    private final int to;

    /// Takes a stretch of the buffer; `bytes` is null when the line was longer than [JsonLines#MAX_LINE].
    JsonLine(long start, byte @Nullable [] bytes, int from, int to) {
        this.start = start;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /// Where the line begins in its file.
    public long start() {
        return start;
    }

    public int length() {
        return to - from;
    }

    public boolean isTooLong() {
        return bytes == null;
    }

    /// Of its bytes, to notice that another line stands in its place; that of an overlong line says nothing.
    public int checksum() {
        var sum = new CRC32C();
        if (bytes != null) {
            sum.update(bytes, from, to - from);
        }
        return (int) sum.getValue();
    }

    public boolean isBlank() {
        if (bytes == null) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r' && bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /// The JSON object on this line; empty when there is none.
    public Optional<JsonNode> object() {
        return bytes == null ? Optional.empty() : JsonLines.parse(bytes, from, to - from);
    }

    /// Whether the bytes occur on this line: a cheap look before parsing.
    public boolean contains(byte[] needle) {
        return bytes != null && Bytes.find(bytes, from, to, needle) >= 0;
    }

    /// Whether the line begins with the bytes: the cheapest look of all.
    public boolean startsWith(byte[] prefix) {
        return bytes != null && Bytes.startsWith(bytes, from, to, prefix);
    }

    /// The text between the first occurrence of `before` within the first `reach` bytes and the next quote; empty when
    /// there is none. For records whose members have a known order.
    public String quotedAfter(byte[] before, int reach) {
        if (bytes == null) {
            return "";
        }
        int end = Math.min(to, from + reach);
        int found = Bytes.find(bytes, from, end, before);
        if (found < 0) {
            return "";
        }
        int start = found + before.length;
        int quote = Bytes.find(bytes, start, end, '"');
        return quote == end ? "" : new String(bytes, start, quote - start, StandardCharsets.UTF_8);
    }

    /// The value on this line, to be read in place; an overlong line has none.
    public JsonView view() {
        return bytes == null ? new JsonView(NOTHING, 0, 0) : new JsonView(bytes, from, to);
    }

    @Override
    public String toString() {
        return bytes == null ? "(too long)" : new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
