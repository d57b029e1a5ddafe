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

    static String decode(byte[] bytes, int from, int to) {
        int escape = Bytes.find(bytes, from, to, '\\');
        if (escape == to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
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
        char kind = (char) (bytes[escape + 1] & 0xff);
        switch (kind) {
            case 'n' -> text.append('\n');
            case 't' -> text.append('\t');
            case 'r' -> text.append('\r');
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case '"', '\\', '/' -> text.append(kind);
            case 'u' -> {
                return unescapeUnicode(bytes, escape, to, text);
            }
            default -> {
                text.append('\\');
                return 1;
            }
        }
        return 2;
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
