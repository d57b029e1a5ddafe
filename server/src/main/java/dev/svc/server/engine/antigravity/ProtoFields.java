package dev.svc.server.engine.antigravity;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// A protobuf message where it lies in its bytes, read by field numbers alone because its schema is not published.
///
/// A length is obeyed and never trusted: one that leads past the end ends the message there.
final class ProtoFields {
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FOUR_BYTES = 5;

    private final byte[] bytes;
    private final int from;
    private final int to;

    ProtoFields(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private ProtoFields(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /// The first field of that number that is a message.
    Optional<ProtoFields> message(int field) {
        var cursor = new Cursor();
        while (cursor.next()) {
            if (cursor.field == field && cursor.type == LENGTH_DELIMITED) {
                return Optional.of(new ProtoFields(bytes, cursor.valueFrom, cursor.at));
            }
        }
        return Optional.empty();
    }

    /// The first field of that number as text; empty when it is not UTF-8, as most nested messages are not.
    Optional<String> text(int field) {
        return message(field)
                .map(value -> new String(bytes, value.from, value.to - value.from, StandardCharsets.UTF_8))
                .filter(text -> text.indexOf('\uFFFD') < 0);
    }

    OptionalLong number(int field) {
        var cursor = new Cursor();
        while (cursor.next()) {
            if (cursor.field == field && cursor.type == VARINT) {
                return OptionalLong.of(cursor.number);
            }
        }
        return OptionalLong.empty();
    }

    /// A cursor over the fields; owned by the call that made it.
    private final class Cursor {
        private int at = from;
        private int field;
        private int type;
        private int valueFrom;
        private long number;

        boolean next() {
            if (at >= to || !readVarint()) {
                return false;
            }
            type = (int) (number & 7);
            field = (int) (number >>> 3);
            valueFrom = at;
            return number >>> 3 > 0 && number >>> 3 <= Integer.MAX_VALUE && skipValue();
        }

        private boolean skipValue() {
            return switch (type) {
                case VARINT -> readVarint();
                case EIGHT_BYTES -> skip(8);
                case FOUR_BYTES -> skip(4);
                case LENGTH_DELIMITED -> readVarint() && skipDelimited();
                default -> false;
            };
        }

        private boolean skipDelimited() {
            valueFrom = at;
            return skip(number);
        }

        private boolean skip(long length) {
            if (length < 0 || length > to - at) {
                return false;
            }
            at += (int) length;
            return true;
        }

        private boolean readVarint() {
            number = 0;
            for (int shift = 0; shift < Long.SIZE && at < to; shift += 7) {
                byte next = bytes[at++];
                number |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return true;
                }
            }
            return false;
        }
    }
}
