package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.file.Excerpt;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What a person noted on a conversation, in protobuf's text form: `title:"…"`.
final class Annotation {
    private static final String NAME = "title";
    private static final String ESCAPED = "abfnrtv\\'\"?";
    private static final String PLAIN = "\u0007\b\f\n\r\t\u000B\\'\"?";

    private Annotation() {}

    static @Nullable String title(byte[] text) {
        for (String line : new String(text, StandardCharsets.UTF_8).split("\n", -1)) {
            String field = line.strip();
            if (field.startsWith(NAME)) {
                String value = field.substring(NAME.length()).strip();
                return value.startsWith(":")
                        ? Excerpt.title(quoted(value.substring(1).strip()))
                        : null;
            }
        }
        return null;
    }

    /// Up to the quote that closes it.
    private static String quoted(String value) {
        if (value.isEmpty() || (value.charAt(0) != '"' && value.charAt(0) != '\'')) {
            return "";
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        var plain = new ByteArrayOutputStream(bytes.length);
        int at = 1;
        while (at < bytes.length && bytes[at] != bytes[0]) {
            at = bytes[at] == '\\' && at + 1 < bytes.length ? unescape(bytes, at + 1, plain) : copy(bytes, at, plain);
        }
        return plain.toString(StandardCharsets.UTF_8);
    }

    private static int copy(byte[] bytes, int at, ByteArrayOutputStream plain) {
        plain.write(bytes[at]);
        return at + 1;
    }

    /// Bytes outside of ASCII are written as three octal digits each.
    private static int unescape(byte[] bytes, int at, ByteArrayOutputStream plain) {
        int known = ESCAPED.indexOf(bytes[at]);
        if (known >= 0) {
            plain.write(PLAIN.charAt(known));
            return at + 1;
        }
        boolean hex = bytes[at] == 'x' || bytes[at] == 'X';
        int radix = hex ? 16 : 8;
        int start = hex ? at + 1 : at;
        int end = start;
        int value = 0;
        while (end < bytes.length && end < start + (hex ? 2 : 3) && Character.digit(bytes[end], radix) >= 0) {
            value = value * radix + Character.digit(bytes[end], radix);
            end++;
        }
        if (end == start) {
            return copy(bytes, at, plain);
        }
        plain.write(value);
        return end;
    }
}
