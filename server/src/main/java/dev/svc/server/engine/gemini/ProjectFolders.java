package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Hint;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Knows which folder a project's chats were held in. What a project's own note says is kept for as long as the note
/// stays the same; shared by all readings of the store.
final class ProjectFolders {
    /// Hint: the folder whose path has this digest.
    static final String FOLDER = "folder";

    static final String NOTE = ".project_root";
    static final int LONGEST_PATH = 4_096;

    private final Map<Path, Note> notes = new ConcurrentHashMap<>();

    private record Note(FileStamp stamp, Folder folder) {}

    /// A folder with its digest.
    record Folder(String path, String digest) {
        static Folder of(String path) {
            return new Folder(path, ProjectFolders.digest(path));
        }
    }

    /// The folder that a project's note names.
    Optional<Folder> folderOf(Path project) throws IOException {
        var stamp = FileStamp.of(project.resolve(NOTE));
        if (stamp.isEmpty() || stamp.get().size() > LONGEST_PATH) {
            return Optional.empty();
        }
        var known = notes.get(project);
        if (known == null || !known.stamp().equals(stamp.get())) {
            String path = new String(bytes(stamp.get().path()), StandardCharsets.UTF_8).strip();
            known = new Note(stamp.get(), Folder.of(path));
            notes.put(project, known);
        }
        return Optional.of(known.folder()).filter(folder -> isFolder(folder.path()));
    }

    /// What the list of projects says, as hints for sessions whose own folder is not noted.
    static Reading read(Path projects) throws IOException {
        var bytes = bytes(projects);
        var document = JsonLines.parse(bytes, 0, bytes.length);
        var hints = new ArrayList<Hint>();
        document.map(it -> it.path("projects"))
                .ifPresent(it -> it.fieldNames().forEachRemaining(folder -> {
                    if (isFolder(folder)) {
                        hints.add(new Hint(digest(folder), FOLDER, folder));
                    }
                }));
        var unreadable = document.isPresent()
                ? List.<Reading.Unreadable>of()
                : List.of(new Reading.Unreadable("projects.json", 1, ""));
        return new Reading(List.of(), hints, unreadable, "", true);
    }

    private static boolean isFolder(String text) {
        return text.startsWith("/") && text.length() <= LONGEST_PATH && text.indexOf(0) < 0;
    }

    private static byte[] bytes(Path file) throws IOException {
        try (var channel = JsonLines.open(file)) {
            return StoreFile.head(channel);
        }
    }

    /// How the program names a folder where it must not show it.
    static String digest(String folder) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(folder.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
