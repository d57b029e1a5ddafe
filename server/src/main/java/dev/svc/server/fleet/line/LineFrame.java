package dev.svc.server.fleet.line;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.shared.text.PlainText;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What goes over a line: the frames of a terminal's socket, and a beat.
public sealed interface LineFrame {
    /// So that a frame of the socket fits, which has 64 KiB at most.
    int LARGEST = 80 << 10;

    /// A control of the terminal socket.
    record Text(String text) implements LineFrame {}

    /// Keys, or output. To be read once.
    record Bytes(ByteBuffer bytes) implements LineFrame {}

    record Ping() implements LineFrame {}

    record Pong() implements LineFrame {}

    /// Nothing follows.
    ///
    /// @param code as the terminal socket closes
    record Close(int code, String reason) implements LineFrame {}

    /// The other end is there.
    record Beat() implements LineFrame {}

    /// The message of a frame.
    static byte[] written(LineFrame frame) {
        var fields = new FieldsWriter();
        var filled = switch (frame) {
            case Text text -> fields.number(Field.KIND, 1).text(Field.TEXT, text.text());
            case Bytes bytes -> fields.number(Field.KIND, 2).bytes(Field.BYTES, content(bytes.bytes()));
            case Ping _ -> fields.number(Field.KIND, 3);
            case Pong _ -> fields.number(Field.KIND, 4);
            case Close close ->
                fields.number(Field.KIND, 5).number(Field.CODE, close.code()).text(Field.TEXT, close.reason());
            case Beat _ -> fields.number(Field.KIND, 6);
        };
        return filled.written();
    }

    /// Reads what [#written] wrote.
    ///
    /// @return null for one that this release does not know
    static @Nullable LineFrame read(byte[] message) throws MalformedException {
        var fields = WireFields.parse(message, LARGEST);
        return switch ((int) fields.number(Field.KIND, 0)) {
            case 1 -> new Text(text(fields));
            case 2 -> new Bytes(ByteBuffer.wrap(fields.bytes(Field.BYTES)));
            case 3 -> new Ping();
            case 4 -> new Pong();
            case 5 -> new Close(code(fields.number(Field.CODE, 0)), PlainText.line(text(fields)));
            case 6 -> new Beat();
            default -> null;
        };
    }

    private static String text(WireFields fields) throws MalformedException {
        var text = fields.text(Field.TEXT, LARGEST);
        return text == null ? "" : text;
    }

    /// One that a socket may be closed with.
    private static int code(long code) throws MalformedException {
        boolean isFit = code == 1000 || code == 1001 || code == 1013 || (code >= 4000 && code <= 4999);
        if (!isFit) {
            throw new MalformedException("a line is not closed by " + code);
        }
        return (int) code;
    }

    private static byte[] content(ByteBuffer bytes) {
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        return content;
    }

    /// The numbers of the fields of a message.
    final class Field {
        private static final int KIND = 1;
        private static final int TEXT = 2;
        private static final int BYTES = 3;
        private static final int CODE = 4;

        private Field() {}
    }
}
