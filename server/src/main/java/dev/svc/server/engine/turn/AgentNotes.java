package dev.svc.server.engine.turn;

import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;

/// The notes beside the logs of sub-agents, which name the call that started each.
///
/// @param side the folder of the logs and their notes
public record AgentNotes(StoreTree side) {
    private static final String NOTE = ".meta.json";
    private static final int MOST = 500;

    /// The name of the log, without its ending, of the sub-agent that the call started; empty where no note has it.
    public String startedBy(String call) throws IOException {
        var notes = new ArrayList<Path>();
        side.walk(1, stamp -> {
            if (notes.size() < MOST && stamp.path().toString().endsWith(NOTE)) {
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
