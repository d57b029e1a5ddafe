package dev.svc.server.engine.kimi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the end of a session's log says of the process that writes it. Used once.
final class KimiNow {
    private static final long TAIL = 256 << 10;
    private static final byte[] OPENING = "{\"type\":\"".getBytes(US_ASCII);
    private static final int LONGEST_KIND = 64;

    private final Instant start;
    private final Map<String, State> asked = new LinkedHashMap<>();
    private State state = State.UNKNOWN;

    private KimiNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the log.
    ///
    /// @param start what happened before this is not the process's
    static State read(Path wire, Instant start) {
        var now = new KimiNow(start);
        try (var channel = JsonLines.open(wire)) {
            JsonLines.readEnd(channel, TAIL, now::add);
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.asked.values().stream().findFirst().orElse(now.state);
    }

    /// Only what concerns a turn is parsed, and only of the agent that people speak to.
    private boolean add(JsonLine line) {
        switch (line.startsWith(OPENING) ? line.quotedAfter(OPENING, LONGEST_KIND) : "") {
            case "interaction.request" -> recent(line).ifPresent(this::request);
            case "interaction.resolved" ->
                line.object().ifPresent(it -> asked.remove(it.path("id").asText()));
            case "turn.prompt" -> recent(line).ifPresent(this::begin);
            case "turn.ended", "turn.cancel", "prompt.completed", "prompt.aborted" ->
                recent(line).filter(KimiNow::isOfMain).ifPresent(this::end);
            default -> {}
        }
        return true;
    }

    private Optional<JsonNode> recent(JsonLine line) {
        return line.object().filter(it -> {
            var time = KimiState.time(it.path("time"));
            return time != null && !time.isBefore(start);
        });
    }

    private static boolean isOfMain(JsonNode it) {
        return it.path("agentId").asText("main").equals("main");
    }

    private void request(JsonNode it) {
        var action = it.path("request").path("action").asText();
        asked.put(
                it.path("id").asText(),
                new State(
                        Status.WAITING,
                        time(it),
                        action.isBlank() ? it.path("kind").asText("input") : action,
                        List.of()));
    }

    /// Versions that do not number their prompts do not say when a turn has ended either.
    private void begin(JsonNode it) {
        asked.clear();
        if (isOfMain(it)) {
            state = it.has("promptId") ? new State(Status.WORKING, time(it), null, List.of()) : State.UNKNOWN;
        }
    }

    private void end(JsonNode it) {
        asked.clear();
        state = new State(Status.IDLE, time(it), null, List.of());
    }

    private static @Nullable Instant time(JsonNode it) {
        return KimiState.time(it.path("time"));
    }
}
