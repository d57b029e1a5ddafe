package dev.svc.server.engine.pi;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The first line of a session's file says the working folder, which also names the folder that the file lies in, and
/// from which file it was forked. What the model was told of its folder stays as it is.
final class PiMoving implements Moving {
    /// Tree, folder and file; without a folder where a person keeps all sessions in one place.
    private static final int PARTS = 3;

    /// File systems allow no longer name.
    private static final int LONGEST = 255;

    private final Path sessions;
    private final FolderMap folders;
    private final String before;
    private final String folder;
    private final MovedFolders lines;

    PiMoving(Path sessions, String cwd, FolderMap folders) throws UnmovableException {
        var now = folders.map(cwd);
        this.sessions = sessions;
        this.folders = folders;
        this.before = PiPlace.folderName(cwd);
        this.folder = PiPlace.folderName(now);
        if (folder.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new UnmovableException(
                    "%s is so long that Pi cannot name the folder of its sessions by it: choose a shorter one."
                            .formatted(now));
        }
        this.lines = new MovedFolders(
                FolderFields.none().and(Rule.text(folders::map), "cwd").and(Rule.text(this::parent), "parentSession"));
    }

    @Override
    public String name(String original) {
        var parts = original.split("/", -1);
        return parts.length == PARTS ? String.join("/", parts[0], folder, parts[2]) : original;
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        lines.lines(content, to);
    }

    /// Where the file lies now that the session was forked from: with the sessions of its folder.
    private String parent(String file) {
        int name = file.lastIndexOf('/');
        return name >= 0 && file.substring(0, name).endsWith("/" + before)
                ? "%s/%s/%s".formatted(sessions, folder, file.substring(name + 1))
                : folders.map(file);
    }
}
