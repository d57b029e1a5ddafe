package dev.svc.server.fleet.call;

import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.shared.text.PlainText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a host answers to a call.
///
/// @param status as its own interface would answer
/// @param code of a refusal, as a word; null where it is none
/// @param detail of a refusal, as a sentence; null where it is none
/// @param json what was asked for, as another host wrote it; null where nothing was
public record Reply(
        int status,
        @Nullable String code,
        @Nullable String detail,
        @Nullable String json) {
    /// So that an answer fits into a message.
    public static final int LARGEST = 700 << 10;

    private static final int STATUS = 1;
    private static final int CODE = 2;
    private static final int DETAIL = 3;
    private static final int JSON = 4;
    private static final int ROW = 5;

    private static final int LONGEST_CODE = 60;
    private static final int LONGEST_DETAIL = 500;
    private static final int LEAST_STATUS = 200;
    private static final int MOST_STATUS = 599;

    public static Reply refused(int status, String code, String detail) {
        return new Reply(status, code, detail, null);
    }

    public static Reply with(int status, String json) {
        return new Reply(status, null, null, json);
    }

    public boolean isGood() {
        return status < 300;
    }

    /// A reply as the calling host has it.
    ///
    /// @param row of the session, as it is after the call; null where it is about none
    public record WithRow(Reply reply, @Nullable PackedRow row) {}

    /// The message of an answer.
    ///
    /// @param row of the session, after the call
    /// @return empty where it is larger than answers may be
    Optional<byte[]> written(Optional<RemoteRow> row) {
        var fields = new FieldsWriter()
                .number(STATUS, status)
                .text(CODE, code)
                .text(DETAIL, detail)
                .text(JSON, json);
        row.ifPresent(it -> fields.bytes(ROW, RowMessage.of(it)));
        byte[] written = fields.written();
        return written.length > LARGEST ? Optional.empty() : Optional.of(written);
    }

    static WithRow read(byte[] message) throws MalformedException {
        var fields = WireFields.parse(message, LARGEST);
        int status = (int) fields.number(STATUS, 0);
        if (status < LEAST_STATUS || status > MOST_STATUS) {
            throw new MalformedException("an answer without a status");
        }
        var code = fields.text(CODE, LONGEST_CODE);
        var detail = fields.text(DETAIL, LONGEST_DETAIL);
        PackedRow row = null;
        if (fields.has(ROW)) {
            byte[] written = fields.bytes(ROW);
            row = PackedRow.of(RowMessage.read(written), written);
        }
        var reply = new Reply(
                status,
                code == null ? null : PlainText.line(code),
                detail == null ? null : PlainText.line(detail),
                fields.text(JSON, LARGEST));
        return new WithRow(reply, row);
    }
}
