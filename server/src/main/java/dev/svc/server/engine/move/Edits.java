package dev.svc.server.engine.move;

import dev.svc.server.engine.json.JsonView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What is written in place of values of one JSON text; every byte between them stays.
public final class Edits {
    private static final char REPLACED = '\uFFFD';

    private final List<Edit> edits = new ArrayList<>();

    /// @param json stands in place of the bytes from `from` to `to`
    record Edit(int from, int to, String json) {}

    /// Puts another text in place of a string, unless it is the same.
    public void text(JsonView value, String text) {
        var before = value.text();
        // A text with bytes that are no UTF-8 cannot be written again as it was.
        if (value.isString() && !text.equals(before) && before.indexOf(REPLACED) < 0) {
            edits.add(new Edit(value.offset(), value.offset() + value.length(), quoted(text)));
        }
    }

    /// Puts another number in place of a value.
    public void number(JsonView value, long number) {
        edits.add(new Edit(value.offset(), value.offset() + value.length(), Long.toString(number)));
    }

    void add(Edit edit) {
        edits.add(edit);
    }

    List<Edit> inOrder() {
        edits.sort(Comparator.comparingInt(Edit::from));
        return edits;
    }

    boolean isEmpty() {
        return edits.isEmpty();
    }

    void write(byte[] bytes, int from, int to, OutputStream out) throws IOException {
        int at = from;
        for (var edit : inOrder()) {
            out.write(bytes, at, edit.from() - at);
            out.write(edit.json().getBytes(StandardCharsets.UTF_8));
            at = edit.to();
        }
        out.write(bytes, at, to - at);
    }

    /// As JSON has it: nothing is escaped that need not be.
    static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    static String escaped(String text) {
        var escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1));
            if (isPair) {
                escaped.append(unit).append(text.charAt(++i));
            } else if (unit == '"' || unit == '\\') {
                escaped.append('\\').append(unit);
            } else if (unit < ' ' || Character.isSurrogate(unit)) {
                escaped.append("\\u%04x".formatted((int) unit));
            } else {
                escaped.append(unit);
            }
        }
        return escaped.toString();
    }
}
