package dev.svc.server.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One complete line of a log without its line break, still bytes, so that a reader can look before it parses.
/// Only valid while its visitor runs: the bytes belong to the reader's buffer.
public final class JsonLine {
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

    /// The JSON object on this line; empty when it is none.
    public Optional<JsonNode> object() {
        return bytes == null ? Optional.empty() : JsonLines.parse(bytes, from, to - from);
    }

    /// Whether the bytes occur on this line: a cheap look before parsing.
    public boolean contains(byte[] needle) {
        if (bytes == null) {
            return false;
        }
        int last = to - needle.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == needle[0] && Arrays.equals(bytes, i, i + needle.length, needle, 0, needle.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return bytes == null ? "(too long)" : new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
