package dev.svc.server.engine.qwen;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// What the end of a chat says of the process that writes it: an answer that calls nothing ends a turn, which is
/// certain. A turn that goes on may wait for a person as well, or may have been broken off, which no record says. Used
/// once.
final class QwenNow {
    private static final long TAIL = 64 << 10;

    private final Instant start;
    private State state = State.UNKNOWN;

    private QwenNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the chat.
    ///
    /// @param start what happened before this is not the process's
    static State read(FileStamp chat, Instant start) {
        var now = new QwenNow(start);
        try (var channel = JsonLines.open(chat)) {
            JsonLines.readEnd(channel, TAIL, now::add);
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.state;
    }

    private boolean add(JsonLine line) {
        QwenRecord.of(line)
                .filter(record -> record.isKnown() && !record.isAgents && !record.type.equals("system"))
                .ifPresent(this::take);
        return true;
    }

    private void take(QwenRecord record) {
        var at = Timestamp.find(record.timestamp).filter(time -> !time.isBefore(start));
        boolean isEnd = record.isAnswer() && record.parts().stream().noneMatch(QwenPart::isCall);
        state = isEnd
                ? at.map(time -> new State(Status.IDLE, time, null, List.of())).orElse(State.UNKNOWN)
                : State.UNKNOWN;
    }
}
