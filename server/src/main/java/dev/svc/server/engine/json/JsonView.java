package dev.svc.server.engine.json;

import dev.svc.server.engine.file.Bytes;
import dev.svc.server.engine.file.Excerpt;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// One JSON value in place in its line: nothing is built, and only the requested parts are decoded.
///
/// Strict about where values end, lenient inside strings: bad UTF-8 is replaced, control characters stay.
/// Not recursive, so depth costs nothing. Only valid while its line is.
public final class JsonView {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final LongStrings strings;

    JsonView(byte[] bytes, int from, int to) {
        this(bytes, from, to, new LongStrings());
    }

    /// @param strings of the line that it is in
    private JsonView(byte[] bytes, int from, int to, LongStrings strings) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.strings = strings;
    }

    /// A value of its own, for JSON that is kept as text inside JSON.
    public static JsonView of(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonView(bytes, 0, bytes.length);
    }

    /// The value in a stretch of bytes, which may begin with blanks.
    public static JsonView of(byte[] bytes, int from, int to) {
        var strings = new LongStrings();
        return new JsonView(bytes, new Cursor(bytes, from, to, strings).at(), to, strings);
    }

    /// Where the value begins in the bytes that it was taken from.
    public int offset() {
        return from;
    }

    /// One of those bytes.
    public byte byteAt(int offset) {
        return bytes[offset];
    }

    /// Whether this is one value that ends, with nothing but blanks around it.
    public boolean isWhole() {
        var cursor = new Cursor(bytes, from, to, strings);
        if (!cursor.skipValue()) {
            return false;
        }
        cursor.skipBlanks();
        return cursor.at() == to;
    }

    /// The value's length in bytes.
    public int length() {
        return to - from;
    }

    public boolean isString() {
        return first() == '"';
    }

    public boolean isArray() {
        return first() == '[';
    }

    public boolean isObject() {
        return first() == '{';
    }

    /// The member of that name, the last one if there are several; an empty view when there is none.
    public JsonView member(String name) {
        var found = new JsonView[] {new JsonView(bytes, from, from, strings)};
        members((key, value) -> found[0] = key.equals(name) ? value : found[0]);
        return found[0];
    }

    public boolean isTrue() {
        return first() == 't';
    }

    private int first() {
        return from < to ? bytes[from] : -1;
    }

    /// The decoded string; empty when the value is not a string.
    public String text() {
        return isString() ? JsonText.decode(bytes, from + 1, to - 1) : "";
    }

    /// The first characters of the string, without decoding what follows them.
    public String text(int characters) {
        if (!isString()) {
            return "";
        }
        int enough = JsonText.end(bytes, from + 1, to - 1, characters);
        return Excerpt.cut(JsonText.decode(bytes, from + 1, enough), characters);
    }

    /// How many lines the string has, without decoding it. A line feed at its end begins no other line.
    public int lines() {
        if (!isString() || length() <= 2) {
            return 0;
        }
        int count = 0;
        int end = to - 1;
        int begun = from + 1;
        for (int at = begun; (at = Bytes.findEither(bytes, at, end, '\\', '\n')) < end; ) {
            boolean escape = bytes[at] == '\\';
            boolean feed = !escape || (at + 1 < end && bytes[at + 1] == 'n');
            at += escape ? 2 : 1;
            if (feed) {
                count++;
                begun = at;
            }
        }
        return begun < end ? count + 1 : count;
    }

    /// The raw beginning of the value.
    public String raw(int bytesAtMost) {
        return new String(bytes, from, Math.min(to - from, bytesAtMost), StandardCharsets.UTF_8);
    }

    /// The whole number; `otherwise` when the value is not one.
    public long number(long otherwise) {
        try {
            return Long.parseLong(new String(bytes, from, Math.min(to - from, 20), StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException none) {
            return otherwise;
        }
    }

    /// Visits the members of an object in their order; false when it is not an object or is malformed.
    public boolean members(BiConsumer<String, JsonView> visitor) {
        return members((name, nameEnd, value, end) ->
                visitor.accept(JsonText.decode(bytes, name, nameEnd), new JsonView(bytes, value, end, strings)));
    }

    /// As [#members(BiConsumer)], but runs the action of each `wanted` member, and skips all others.
    public <T> boolean members(JsonMembers<T> wanted, T into) {
        return members((name, nameEnd, value, end) -> {
            var deed = wanted.find(bytes, name, nameEnd);
            if (deed != null) {
                deed.accept(into, new JsonView(bytes, value, end, strings));
            }
        });
    }

    /// Where a member lies: its name without the quotes, and its value.
    private interface Place {
        void visit(int name, int nameEnd, int value, int end);
    }

    private boolean members(Place visitor) {
        var cursor = new Cursor(bytes, from, to, strings);
        if (!cursor.take('{')) {
            return false;
        }
        if (cursor.take('}')) {
            return true;
        }
        do {
            int name = cursor.at() + 1;
            if (!cursor.skipString()) {
                return false;
            }
            int nameEnd = cursor.at() - 1;
            if (!cursor.take(':')) {
                return false;
            }
            int value = cursor.at();
            if (!cursor.skipValue()) {
                return false;
            }
            visitor.visit(name, nameEnd, value, cursor.at());
        } while (cursor.take(','));
        return cursor.take('}');
    }

    /// Visits the elements of an array in their order; false when it is not an array or is malformed.
    public boolean elements(Consumer<JsonView> visitor) {
        var cursor = new Cursor(bytes, from, to, strings);
        if (!cursor.take('[')) {
            return false;
        }
        if (cursor.take(']')) {
            return true;
        }
        do {
            int value = cursor.at();
            if (!cursor.skipValue()) {
                return false;
            }
            visitor.accept(new JsonView(bytes, value, cursor.at(), strings));
        } while (cursor.take(','));
        return cursor.take(']');
    }

    /// A position between tokens; owned by the call that made it.
    private static final class Cursor {
        private final byte[] bytes;
        private final int to;
        private final LongStrings strings;
        private int at;

        Cursor(byte[] bytes, int from, int to, LongStrings strings) {
            this.bytes = bytes;
            this.to = to;
            this.strings = strings;
            this.at = from;
            skipBlanks();
        }

        int at() {
            return at;
        }

        /// Steps over the character and the blanks after it, if it is there.
        boolean take(char wanted) {
            skipBlanks();
            if (at >= to || bytes[at] != wanted) {
                return false;
            }
            at++;
            skipBlanks();
            return true;
        }

        boolean skipString() {
            if (at >= to || bytes[at] != '"') {
                return false;
            }
            int known = strings.end(at);
            if (known >= 0 && known <= to) {
                at = known;
                return true;
            }
            int start = at;
            int next = at + 1;
            while ((next = Bytes.findEither(bytes, next, to, '"', '\\')) < to && bytes[next] == '\\') {
                next += 2;
            }
            at = Math.min(next + 1, to);
            if (next < to) {
                strings.note(start, at);
            }
            return next < to;
        }

        boolean skipValue() {
            if (at >= to) {
                return false;
            }
            return switch (bytes[at]) {
                case '"' -> skipString();
                case '{', '[' -> skipNested();
                default -> skipScalar();
            };
        }

        private boolean skipNested() {
            int depth = 0;
            while (at < to) {
                switch (bytes[at]) {
                    case '"' -> {
                        if (!skipString()) {
                            return false;
                        }
                        continue;
                    }
                    case '{', '[' -> depth++;
                    case '}', ']' -> depth--;
                    default -> {}
                }
                at++;
                if (depth == 0) {
                    return true;
                }
            }
            return false;
        }

        private boolean skipScalar() {
            int start = at;
            while (at < to && isScalar(bytes[at])) {
                at++;
            }
            return at > start;
        }

        private static boolean isScalar(byte b) {
            return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || b == '-' || b == '+' || b == '.' || b == 'E';
        }

        private void skipBlanks() {
            while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
                at++;
            }
        }
    }
}
