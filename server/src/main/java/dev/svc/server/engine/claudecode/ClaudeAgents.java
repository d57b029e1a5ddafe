package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the transcript of the sub-agent that a call started: in the session's own side folder, or, as older versions
/// have it, beside the session.
record ClaudeAgents(ClaudeHome home) {
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");
    private static final String NOTE = ".meta.json";
    private static final int NOTES = 500;

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
        var name = ID.matcher(call.agent()).matches() ? "agent-" + call.agent() : started(side, call.call());
        if (name.isEmpty()) {
            return Optional.empty();
        }
        var file = Path.of(ClaudeHome.fileName(name));
        var found = side.find(file);
        return (found.isPresent() ? found : new StoreTree(session.resolveSibling("")).find(file))
                .map(stamp -> stamp.path());
    }

    /// By the notes beside the transcripts: a sub-agent that still works has no result that would name it.
    private static String started(StoreTree side, String call) throws IOException {
        var notes = new ArrayList<Path>();
        side.walk(1, stamp -> {
            if (notes.size() < NOTES && stamp.path().toString().endsWith(NOTE)) {
                notes.add(stamp.path());
            }
        });
        for (var note : notes) {
            if (callOf(note).equals(call)) {
                var name = note.getName(note.getNameCount() - 1).toString();
                return name.substring(0, name.length() - NOTE.length());
            }
        }
        return "";
    }

    private static String callOf(Path note) {
        try {
            var bytes = StoreFile.head(note);
            return JsonLines.parse(bytes, 0, bytes.length)
                    .map(told -> told.path("toolUseId").asText("?"))
                    .orElse("?");
        } catch (IOException unreadable) {
            return "?";
        }
    }
}
