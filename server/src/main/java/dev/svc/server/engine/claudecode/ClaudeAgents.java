package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.turn.AgentNotes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the transcript of the sub-agent that a call started: in the session's own side folder, or, as older versions
/// have it, beside the session.
record ClaudeAgents(ClaudeHome home) {
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

    /// Whether a call of that tool starts a sub-agent.
    static boolean starts(String tool) {
        return tool.equals("Agent") || tool.equals("Task");
    }

    Optional<Path> transcript(String nativeId, StartedCall call) throws IOException {
        if (!starts(call.tool())) {
            return Optional.empty();
        }
        var session = home.transcript(nativeId);
        var side = new StoreTree(session.resolveSibling(nativeId).resolve("subagents"));
        // A sub-agent that still works has no result that would name it.
        var name = ID.matcher(call.agent()).matches()
                ? "agent-" + call.agent()
                : new AgentNotes(side).startedBy(call.call());
        if (name.isEmpty()) {
            return Optional.empty();
        }
        var file = Path.of(ClaudeHome.fileName(name));
        var found = side.find(file);
        return (found.isPresent() ? found : new StoreTree(session.resolveSibling("")).find(file))
                .map(stamp -> stamp.path());
    }
}
