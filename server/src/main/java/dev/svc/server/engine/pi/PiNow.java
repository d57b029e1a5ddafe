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
/// work. After a failure it may try again by itself, so that this says nothing.
final class PiNow {
    private static final long TAIL = 256 << 10;

    private final Instant start;
    private State state = State.UNKNOWN;

    private PiNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the file.
    ///
    /// @param start what happened before this is not the process's
    static State read(Path file, Instant start) {
        var now = new PiNow(start);
        try (var channel = JsonLines.open(file)) {
            long size = channel.size();
            JsonLines.read(channel, JsonLines.lineStart(channel, size - TAIL), size, line -> {
                now.add(line);
                return true;
            });
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.state;
    }

    private void add(JsonLine line) {
        PiEntry.of(line).filter(entry -> entry.kind.equals(PiEntry.MESSAGE)).ifPresent(this::message);
    }

    private void message(PiEntry entry) {
        var at = Timestamp.find(entry.timestamp).filter(time -> !time.isBefore(start));
        var status = status(entry);
        state = at.isEmpty() || status == Status.ELSEWHERE
                ? State.UNKNOWN
                : new State(status, at.get(), null, List.of());
    }

    private static Status status(PiEntry entry) {
        return switch (entry.role) {
            case "user", "toolResult" -> Status.WORKING;
            case "assistant" ->
                switch (entry.stopReason) {
                    case "toolUse" -> Status.WORKING;
                    case "stop", "length", "aborted" -> Status.IDLE;
                    default -> Status.ELSEWHERE;
                };
            default -> Status.ELSEWHERE;
        };
    }
}
