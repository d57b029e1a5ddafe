package dev.svc.server.engine.outside;

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
import java.util.function.Function;

/// The notes `<pid>.json` that a program's processes keep of themselves in one folder, and leave behind when killed.
/// What else lies there is never opened. A note that has not changed is not read again. Used by one thread at a time.
///
/// @param <T> what a note says
public final class ProcessNotes<T> {
    private static final int LARGEST = 64 << 10;

    /// More processes than anybody runs: what lies here beyond that are leftovers.
    private static final int MOST = 1_000;

    private final Path folder;
    private final Function<JsonNode, Optional<T>> sound;
    private final Map<Path, Read<T>> read = new HashMap<>();

    private record Read<T>(FileTime modified, long size, Optional<T> note) {}

    /// @param sound what a note says; empty where it is none
    public ProcessNotes(Path folder, Function<JsonNode, Optional<T>> sound) {
        this.folder = folder;
        this.sound = sound;
    }

    public Path folder() {
        return folder;
    }

    public List<T> all() {
        var there = new HashSet<Path>();
        var notes = new ArrayList<T>();
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

    private Optional<T> note(Path file) {
        try {
            var stat = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            var known = read.get(file);
            if (known != null && known.modified().equals(stat.lastModifiedTime()) && known.size() == stat.size()) {
                return known.note();
            }
            var note = stat.isRegularFile() && stat.size() <= LARGEST ? parse(file) : Optional.<T>empty();
            if (note.isEmpty() && known != null && known.note().isPresent()) {
                return known.note(); // it is being written
            }
            read.put(file, new Read<>(stat.lastModifiedTime(), stat.size(), note));
            return note;
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private Optional<T> parse(Path file) throws IOException {
        byte[] bytes;
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(LARGEST);
        }
        return JsonLines.parse(bytes, 0, bytes.length).flatMap(sound);
    }
}
