package dev.svc.server.engine.move;

import dev.svc.server.engine.json.JsonView;
import java.nio.charset.StandardCharsets;

/// JSON that is kept as text inside JSON, with the places that its bytes have outside.
final class TextInside {
    private final byte[] bytes;
    private final int[] places;
    private int length;

    private TextInside(int most) {
        this.bytes = new byte[most];
        this.places = new int[most + 1];
    }

    /// What a string holds. No escape is shorter than what it stands for.
    static TextInside of(JsonView string) {
        var inside = new TextInside(string.length());
        int at = string.offset() + 1;
        int end = string.offset() + string.length() - 1;
        while (at < end) {
            at = string.byteAt(at) == '\\' ? inside.escape(string, at, end) : inside.add(string.byteAt(at), at) + 1;
        }
        inside.places[inside.length] = end;
        return inside;
    }

    private int add(int one, int place) {
        bytes[length] = (byte) one;
        places[length++] = place;
        return place;
    }

    /// @return where what follows the escape begins
    private int escape(JsonView string, int at, int end) {
        int kind = at + 1 < end ? string.byteAt(at + 1) : '\\';
        if (kind == 'u') {
            return unicode(string, at, end);
        }
        int meant = switch (kind) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> kind;
        };
        add(meant, at);
        return Math.min(at + 2, end);
    }

    private int unicode(JsonView string, int at, int end) {
        int unit = unit(string, at, end);
        int next = Math.min(at + 6, end);
        var text = String.valueOf((char) Math.max(unit, 0));
        if (Character.isHighSurrogate((char) Math.max(unit, 0))
                && next + 1 < end
                && string.byteAt(next) == '\\'
                && string.byteAt(next + 1) == 'u') {
            int other = unit(string, next, end);
            if (other >= 0 && Character.isLowSurrogate((char) other)) {
                text += (char) other;
                next = Math.min(next + 6, end);
            }
        }
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            add(one, at);
        }
        return next;
    }

    /// What four digits say; -1 when they are none.
    private static int unit(JsonView string, int at, int end) {
        int unit = at + 6 <= end ? 0 : -1;
        for (int i = at + 2; unit >= 0 && i < at + 6; i++) {
            int digit = Character.digit(string.byteAt(i), 16);
            unit = digit < 0 ? -1 : unit << 4 | digit;
        }
        return unit;
    }

    JsonView view() {
        return JsonView.of(bytes, 0, length);
    }

    /// The same change to the text outside.
    Edits.Edit outside(Edits.Edit inside) {
        return new Edits.Edit(places[inside.from()], places[inside.to()], Edits.escaped(inside.json()));
    }
}
