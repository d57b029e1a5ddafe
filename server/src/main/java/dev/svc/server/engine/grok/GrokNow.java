package dev.svc.server.engine.grok;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What the end of a session's events says of the process that writes them. Used once.
final class GrokNow {
    private static final long TAIL = 64 << 10;
    private static final byte[] TYPE = "\"type\":\"".getBytes(US_ASCII);
    private static final int REACH = 200;
    private static final int LONGEST_TOOL = 200;

    private final Instant start;
    private State state = State.UNKNOWN;

    private GrokNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the events.
    ///
    /// @param start what happened before this is not the process's
    static State read(Path events, Instant start) {
        var now = new GrokNow(start);
        try (var channel = JsonLines.open(events)) {
            JsonLines.readEnd(channel, TAIL, now::add);
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.state;
    }

    private boolean add(JsonLine line) {
        switch (line.quotedAfter(TYPE, REACH)) {
            case "turn_started", "phase_changed", "permission_requested", "permission_resolved", "turn_ended" ->
                line.object().ifPresent(this::take);
            default -> {}
        }
        return true;
    }

    private void take(JsonNode event) {
        var at = Timestamp.find(event.path("ts").asText("")).orElse(null);
        if (at == null || at.isBefore(start)) {
            return;
        }
        switch (event.path("type").asText("")) {
            case "permission_requested" -> {
                var tool = event.path("tool_name").asText("");
                state = new State(
                        Status.WAITING,
                        at,
                        tool.isBlank() || tool.length() > LONGEST_TOOL ? "permission" : tool,
                        List.of());
            }
            case "phase_changed" -> {
                if (event.path("phase").asText("").equals("permission_prompt")) {
                    state = new State(Status.WAITING, at, "permission", List.of());
                } else {
                    work(at);
                }
            }
            case "turn_ended" -> state = new State(Status.IDLE, at, null, List.of());
            default -> work(at);
        }
    }

    /// A turn that goes on began when it began.
    private void work(Instant at) {
        if (state.status() != Status.WORKING) {
            state = new State(Status.WORKING, at, null, List.of());
        }
    }
}
