package dev.svc.server.fleet.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;

/// A stretch of a journal: which entries it stands for, and what is copied of them.
///
/// @param after the last entry of the message before
/// @param until the last entry that it stands for
/// @param count how many messages the log has with it
/// @param unknown how many of them its host could not read, because of their form, and has passed over
/// @param lines of those entries that are copied, in their order
public record CopyMessage(CopyMark after, CopyMark until, long count, long unknown, List<String> lines) {
    /// Characters; no longer line is copied.
    static final int LONGEST_LINE = 128 << 10;

    private static final int LARGEST = 768 << 10;

    private static final int AFTER = 1;
    private static final int AFTER_HASH = 2;
    private static final int UNTIL = 3;
    private static final int UNTIL_HASH = 4;
    private static final int COUNT = 5;
    private static final int LINE = 6;
    private static final int UNKNOWN = 7;

    private static final int HASH_LENGTH = 64;

    public CopyMessage {
        lines = List.copyOf(lines);
    }

    public byte[] written() {
        var fields = new FieldsWriter()
                .number(AFTER, after.entry())
                .text(AFTER_HASH, after.hash())
                .number(UNTIL, until.entry())
                .text(UNTIL_HASH, until.hash())
                .number(COUNT, count);
        if (unknown > 0) {
            fields.number(UNKNOWN, unknown);
        }
        lines.forEach(line -> fields.text(LINE, line));
        return fields.written();
    }

    public static CopyMessage read(byte[] written) throws MalformedException {
        var fields = WireFields.parse(written, LARGEST);
        var lines = new ArrayList<String>();
        for (byte[] line : fields.all(LINE)) {
            lines.add(line(line));
        }
        var after = mark(fields, AFTER, AFTER_HASH);
        var until = mark(fields, UNTIL, UNTIL_HASH);
        long count = fields.number(COUNT, 0);
        long unknown = fields.number(UNKNOWN, 0);
        if (until.entry() <= after.entry() || count < 1 || unknown < 0) {
            throw new MalformedException("a copy that stands for nothing");
        }
        return new CopyMessage(after, until, count, unknown, lines);
    }

    private static CopyMark mark(WireFields fields, int entry, int hash) throws MalformedException {
        var text = fields.text(hash, HASH_LENGTH + 1);
        var mark = new CopyMark(fields.number(entry, 0), text == null ? "" : text);
        if (!mark.isSound()) {
            throw new MalformedException("a copy of no entry");
        }
        return mark;
    }

    private static String line(byte[] written) throws MalformedException {
        try {
            var line = UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(written))
                    .toString();
            if (line.length() <= LONGEST_LINE && line.indexOf('\n') < 0 && line.indexOf('\r') < 0) {
                return line;
            }
        } catch (CharacterCodingException broken) {
            throw new MalformedException("a line that is no UTF-8");
        }
        throw new MalformedException("a line that is none");
    }
}
