package dev.svc.server.engine.claudecode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLines;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The notes `sessions/<pid>.json`, which the program's processes keep of themselves and leave behind when killed. The
/// keys beside them are secrets, and are never opened. A note that has not changed is not read again. Used by one
/// thread at a time.
final class ClaudeStatusNotes {
    private static final int LARGEST = 64 << 10;

    /// More processes than anybody runs: what lies here beyond that are leftovers.
    private static final int MOST = 1_000;

    private final Path folder;
    private final Map<Path, Read> read = new HashMap<>();

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

    private record Read(FileTime modified, long size, Optional<StatusNote> note) {}

    ClaudeStatusNotes(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    List<StatusNote> all() {
        var there = new HashSet<Path>();
        var notes = new ArrayList<StatusNote>();
        if (Files.isDirectory(folder)) {
            try (var files = Files.newDirectoryStream(folder, "*.json")) {
                for (var file : files) {
                    if (there.size() < MOST && there.add(file)) {
                        note(file).ifPresent(notes::add);
                    }
                }
            } catch (IOException | DirectoryIteratorException unreadable) {
                return notes;
            }
        }
        read.keySet().retainAll(there);
        return notes;
    }

    private Optional<StatusNote> note(Path file) {
        try {
            var stat = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            var known = read.get(file);
            if (known != null && known.modified().equals(stat.lastModifiedTime()) && known.size() == stat.size()) {
                return known.note();
            }
            var note = stat.isRegularFile() && stat.size() <= LARGEST ? parse(file) : Optional.<StatusNote>empty();
            if (note.isEmpty() && known != null && known.note().isPresent()) {
                return known.note(); // it is being written
            }
            read.put(file, new Read(stat.lastModifiedTime(), stat.size(), note));
            return note;
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<StatusNote> parse(Path file) throws IOException {
        byte[] bytes;
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(LARGEST);
        }
        return JsonLines.parse(bytes, 0, bytes.length)
                .map(ClaudeStatusNotes::of)
                .filter(ClaudeStatusNotes::isSound);
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
