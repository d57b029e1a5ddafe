package dev.svc.server.engine.claudecode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.outside.ProcessNotes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The notes `sessions/<pid>.json`. The keys beside them are secrets, and are never opened.
final class ClaudeStatusNotes {
    private final ProcessNotes<StatusNote> notes;

    /// What a process says of itself.
    ///
    /// @param status as the program words it
    /// @param waitingFor as the program words it; empty when it does not wait
    /// @param since when the status came up, since 1970; 0 where it does not say
    /// @param job the name of a session in the background; null for one in a terminal
    record StatusNote(
            long pid,
            String start,
            String sessionId,
            String status,
            String waitingFor,
            long since,
            @Nullable String job) {}

    ClaudeStatusNotes(Path folder) {
        this.notes = new ProcessNotes<>(folder, note -> Optional.of(of(note)).filter(ClaudeStatusNotes::isSound));
    }

    Path folder() {
        return notes.folder();
    }

    List<StatusNote> all() {
        return notes.all();
    }

    private static StatusNote of(JsonNode note) {
        return new StatusNote(
                note.path("pid").asLong(-1),
                note.path("procStart").asText(),
                note.path("sessionId").asText(),
                note.path("status").asText(),
                note.path("waitingFor").asText(),
                note.path("statusUpdatedAt").asLong(0),
                note.path("kind").asText().equals("bg") && note.has("jobId")
                        ? note.path("jobId").asText()
                        : null);
    }

    private static boolean isSound(StatusNote note) {
        return note.pid() > 0 && ClaudeHome.ID.matcher(note.sessionId()).matches();
    }
}
