package dev.svc.server.engine.json;

import dev.svc.server.engine.file.Bytes;
import java.nio.charset.StandardCharsets;

/// Decodes the content of a JSON string; bad UTF-8 becomes U+FFFD, a bad escape stays as it is.
final class JsonText {
    /// No character takes more bytes than this, written as an escape.
    private static final int LONGEST = 6;

    private static final int LONGEST_UTF8 = 4;

    private JsonText() {}

    /// Where so many characters have ended, or a few more; `to` when there are not so many.
    static int end(byte[] bytes, int from, int to, int characters) {
        int at = from;
        for (int seen = 0; seen < characters && at < to; seen++) {
            if (bytes[at] == '\\') {
                at += at + 1 < to && bytes[at + 1] == 'u' ? LONGEST : 2;
            } else {
                int start = at++;
                while (at < to && at < start + LONGEST_UTF8 && (bytes[at] & 0xc0) == 0x80) {
                    at++;
                }
            }
        }
        return Math.min(at, to);
    }

    /// Nearly all escapes stand for one byte: then the text is put together as bytes, and decoded once.
    static String decode(byte[] bytes, int from, int to) {
        int escape = Bytes.find(bytes, from, to, '\\');
        if (escape == to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        var plain = new byte[to - from];
        int length = 0;
        int at = from;
        while (escape < to) {
            byte stands = escape + 1 < to ? meaning(bytes[escape + 1]) : 0;
            if (stands == 0) {
                return decodeAny(bytes, from, to);
            }
            System.arraycopy(bytes, at, plain, length, escape - at);
            length += escape - at;
            plain[length++] = stands;
            at = escape + 2;
            escape = Bytes.find(bytes, at, to, '\\');
        }
        System.arraycopy(bytes, at, plain, length, to - at);
        return new String(plain, 0, length + to - at, StandardCharsets.UTF_8);
    }

    /// Zero for an escape that is longer, or bad.
    private static byte meaning(byte kind) {
        return switch (kind) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case '"', '\\', '/' -> kind;
            default -> 0;
        };
    }

    private static String decodeAny(byte[] bytes, int from, int to) {
        int escape = Bytes.find(bytes, from, to, '\\');
        var text = new StringBuilder(to - from);
        int at = from;
        while (escape < to) {
            text.append(new String(bytes, at, escape - at, StandardCharsets.UTF_8));
            at = escape + unescape(bytes, escape, to, text);
            escape = Bytes.find(bytes, at, to, '\\');
        }
        return text.append(new String(bytes, at, to - at, StandardCharsets.UTF_8))
                .toString();
    }

    /// Appends what the escape stands for and says how many bytes it took.
    private static int unescape(byte[] bytes, int escape, int to, StringBuilder text) {
        if (escape + 1 >= to) {
            text.append('\\');
            return 1;
        }
        if (bytes[escape + 1] == 'u') {
            return unescapeUnicode(bytes, escape, to, text);
        }
        byte stands = meaning(bytes[escape + 1]);
        text.append(stands == 0 ? '\\' : (char) stands);
        return stands == 0 ? 1 : 2;
    }

    private static int unescapeUnicode(byte[] bytes, int escape, int to, StringBuilder text) {
        int unit = 0;
        for (int i = escape + 2; i < escape + LONGEST; i++) {
            int digit = i < to ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                text.append('\\');
                return 1;
            }
            unit = unit << 4 | digit;
        }
        text.append((char) unit);
        return LONGEST;
    }
}
