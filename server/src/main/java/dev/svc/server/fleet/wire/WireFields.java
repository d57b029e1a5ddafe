package dev.svc.server.fleet.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of one message. What a later release added is skipped; what is damaged is refused whole.
public final class WireFields {
    private static final int MOST_FIELDS = 10_000;
    private static final int LONGEST_VARINT = 63;

    private final byte[] message;

    /// Number, begin and end of each field, in the order of the message.
    private final int[] index;

    private WireFields(byte[] message, int[] index) {
        this.message = message;
        this.index = index;
    }

    /// Finds the fields of a message; their values are read when they are asked for.
    ///
    /// @param most no longer message is looked at
    public static WireFields parse(byte[] message, int most) throws MalformedException {
        if (message.length > most) {
            throw new MalformedException("%d bytes, more than %d".formatted(message.length, most));
        }
        int[] found = new int[24];
        int size = 0;
        var at = new Cursor(message, 0, message.length);
        while (at.position < message.length) {
            if (size == 3 * MOST_FIELDS) {
                throw new MalformedException("more than %d fields".formatted(MOST_FIELDS));
            }
            if (size + 3 > found.length) {
                found = Arrays.copyOf(found, found.length * 2);
            }
            found[size++] = at.length("a field's number");
            int length = at.length("a field's length");
            if (length > message.length - at.position) {
                throw new MalformedException("ends within a field");
            }
            found[size++] = at.position;
            at.position += length;
            found[size++] = at.position;
        }
        return new WireFields(message, Arrays.copyOf(found, size));
    }

    /// Empty where it is missing.
    public byte[] bytes(int field) {
        int at = find(field);
        return at < 0 ? new byte[0] : Arrays.copyOfRange(message, index[at + 1], index[at + 2]);
    }

    /// Every value of a field that stands several times.
    public List<byte[]> all(int field) {
        var all = new ArrayList<byte[]>();
        for (int at = 0; at < index.length; at += 3) {
            if (index[at] == field) {
                all.add(Arrays.copyOfRange(message, index[at + 1], index[at + 2]));
            }
        }
        return all;
    }

    public boolean has(int field) {
        return find(field) >= 0;
    }

    /// A text, or null where it is missing.
    ///
    /// @param most characters; a longer text is cut between two of them
    public @Nullable String text(int field, int most) throws MalformedException {
        int at = find(field);
        if (at < 0) {
            return null;
        }
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(message, index[at + 1], index[at + 2] - index[at + 1]))
                    .toString();
            return cut(text, most);
        } catch (CharacterCodingException broken) {
            throw new MalformedException("a text that is no UTF-8");
        }
    }

    public long number(int field, long missing) throws MalformedException {
        int at = find(field);
        if (at < 0) {
            return missing;
        }
        var cursor = new Cursor(message, index[at + 1], index[at + 2]);
        long zigzag = cursor.varint("a number");
        if (cursor.position != index[at + 2]) {
            throw new MalformedException("something behind a number");
        }
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    public boolean flag(int field) throws MalformedException {
        return number(field, 0) != 0;
    }

    private int find(int field) {
        for (int at = 0; at < index.length; at += 3) {
            if (index[at] == field) {
                return at;
            }
        }
        return -1;
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /// Where reading has come to.
    private static final class Cursor {
        private final byte[] bytes;
        private final int end;
        private int position;

        Cursor(byte[] bytes, int position, int end) {
            this.bytes = bytes;
            this.position = position;
            this.end = end;
        }

        int length(String what) throws MalformedException {
            long value = varint(what);
            if (value < 0 || value > Integer.MAX_VALUE) {
                throw new MalformedException(what + " out of bounds");
            }
            return (int) value;
        }

        long varint(String what) throws MalformedException {
            long value = 0;
            for (int shift = 0; shift <= LONGEST_VARINT; shift += 7) {
                if (position == end) {
                    throw new MalformedException("ends within " + what);
                }
                byte next = bytes[position++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new MalformedException(what + " without an end");
        }
    }
}
