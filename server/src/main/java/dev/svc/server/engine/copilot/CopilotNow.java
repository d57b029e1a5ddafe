package dev.svc.server.engine.copilot;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the end of a session's log says of the process that writes it. Used once.
final class CopilotNow {
    private static final long TAIL = 256 << 10;
    private static final int SHORT = 300;

    /// Calls that are answered by a person, and not by what they call.
    private static final Set<String> QUESTIONS = Set.of("ask_user", "exit_plan_mode");

    private final Instant start;
    private final Map<String, State> asked = new LinkedHashMap<>();
    private State state = State.UNKNOWN;
    private State before = State.UNKNOWN;

    private CopilotNow(Instant start) {
        this.start = start;
    }

    /// Reads the end of the log.
    ///
    /// @param start what happened before this is not the process's
    static State read(Path log, Instant start) {
        var now = new CopilotNow(start);
        try (var channel = JsonLines.open(log)) {
            JsonLines.readEnd(channel, TAIL, now::add);
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
        return now.asked.values().stream().findFirst().orElse(now.state);
    }

    private boolean add(JsonLine line) {
        if (!line.isTooLong() && !CopilotEntry.isBulky(line)) {
            var entry = CopilotEntry.of(line);
            var at = Timestamp.find(entry.timestamp).orElse(null);
            if (entry.isWhole && at != null && !at.isBefore(start)) {
                question(entry, at);
                if (entry.agent.isEmpty()) {
                    turn(entry, at);
                }
            }
        }
        return true;
    }

    /// A sub-agent asks the same person.
    private void question(CopilotEntry entry, Instant at) {
        switch (entry.type) {
            case "permission.requested" -> {
                if (!entry.data.member("resolvedByHook").isTrue()) {
                    asked.put(entry.text("requestId"), waiting(at, wish(entry.data.member("permissionRequest"))));
                }
            }
            case "permission.completed" -> asked.remove(entry.text("requestId"));
            case "tool.execution_start" -> {
                if (QUESTIONS.contains(entry.text("toolName"))) {
                    var arguments = entry.data.member("arguments");
                    asked.put(entry.call(), waiting(at, said(arguments, "message", "question", "summary")));
                }
            }
            case "tool.execution_complete" -> asked.remove(entry.call());
            default -> {}
        }
    }

    private void turn(CopilotEntry entry, Instant at) {
        switch (entry.type) {
            case "user.message", "assistant.turn_start" -> state = new State(Status.WORKING, at, null, List.of());
            case "assistant.turn_end", "session.error" -> state = idle(at);
            case "abort", "session.start", "session.resume", "session.shutdown" -> {
                asked.clear();
                state = idle(at);
            }
            case "session.compaction_start" -> {
                before = state;
                state = new State(Status.WORKING, at, null, List.of());
            }
            case "session.compaction_complete" -> state = before;
            default -> {}
        }
    }

    private static State idle(Instant at) {
        return new State(Status.IDLE, at, null, List.of());
    }

    private static State waiting(Instant at, @Nullable String what) {
        return new State(Status.WAITING, at, what == null ? "input" : what, List.of());
    }

    private static @Nullable String wish(JsonView request) {
        return said(request, "intention", "fullCommandText", "toolTitle", "path", "fileName", "url", "kind");
    }

    /// The first of these that says something.
    private static @Nullable String said(JsonView values, String... names) {
        for (var name : names) {
            var text = Excerpt.title(values.member(name).text(SHORT));
            if (text != null) {
                return text;
            }
        }
        return null;
    }
}
