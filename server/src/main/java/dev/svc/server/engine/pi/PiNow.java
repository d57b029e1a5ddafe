package dev.svc.server.engine.pi;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What the end of a session's file says of the process that writes it. Used once.
///
/// A prompt and what a tool answered are written at once, an answer when it is complete: until then the program is at
/// work. A failure that it tries again is struck out at once, the last one stays.
final class PiNow {
    private static final long TAIL = 256 << 10;

    private final Instant start;
    private State state = State.UNKNOWN;
    private String failed = "";

    private PiNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the file.
    ///
    /// @param start what happened before this is not the process's
    static State read(Path file, Instant start) {
        var now = new PiNow(start);
        try (var channel = JsonLines.open(file)) {
            JsonLines.readEnd(channel, TAIL, line -> {
                now.add(line);
                return true;
            });
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.state;
    }

    private void add(JsonLine line) {
        PiEntry.of(line).ifPresent(this::entry);
    }

    private void entry(PiEntry entry) {
        if (entry.isMessageOf("user") || entry.isMessageOf("toolResult")) {
            failed = "";
            tell(entry, Status.WORKING);
        } else if (entry.isMessageOf("assistant")) {
            failed = entry.stopReason.equals("error") ? entry.id : "";
            tell(entry, after(entry.stopReason));
        } else if (entry.kind.equals(PiKinds.EDIT) && !failed.isEmpty() && entry.target.equals(failed)) {
            tell(entry, Status.WORKING);
        }
    }

    private static Status after(String reason) {
        return switch (reason) {
            case "toolUse" -> Status.WORKING;
            case "stop", "length", "aborted", "error" -> Status.IDLE;
            default -> Status.ELSEWHERE;
        };
    }

    private void tell(PiEntry entry, Status status) {
        var at = Timestamp.find(entry.timestamp).filter(time -> !time.isBefore(start));
        state = at.isEmpty() || status == Status.ELSEWHERE
                ? State.UNKNOWN
                : new State(status, at.get(), null, List.of());
    }
}
