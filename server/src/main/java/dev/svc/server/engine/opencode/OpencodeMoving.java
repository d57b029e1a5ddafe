package dev.svc.server.engine.opencode;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.io.OutputStream;

/// The session, its project and each answer say the folder, in rows and in the files of the versions before. No name
/// does.
final class OpencodeMoving implements Moving {
    private static final String ROW = "row";
    private static final String PATH = "path";

    private final FolderMap folders;
    private final MovedFolders rows;
    private final MovedFolders files;

    OpencodeMoving(String cwd, FolderMap folders) {
        this.folders = folders;
        var folder = Rule.text(this::folder);
        this.rows = new MovedFolders(FolderFields.none()
                .and(folder, ROW, "directory")
                .and(Rule.text(path -> path.equals(belowRoot(cwd)) ? belowRoot(folder(cwd)) : path), ROW, PATH)
                .and(folder, ROW, "worktree")
                .and(folder, ROW, "sandboxes", FolderFields.INSIDE, FolderFields.EACH)
                .and(folder, ROW, "data", FolderFields.INSIDE, PATH, "cwd")
                .and(folder, ROW, "data", FolderFields.INSIDE, PATH, "root"));
        this.files = new MovedFolders(FolderFields.none()
                .and(folder, "directory")
                .and(folder, PATH, "cwd")
                .and(folder, PATH, "root"));
    }

    /// The root is what a session outside of all projects has for a project, and stays so.
    private String folder(String folder) {
        return folder.equals("/") ? folder : folders.map(folder);
    }

    /// How a session outside of all projects says its folder a second time.
    private static String belowRoot(String folder) {
        return folder.startsWith("/") ? folder.substring(1) : folder;
    }

    @Override
    public String name(String original) {
        return original;
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        if (original.startsWith(OpencodeOriginals.ROWS)) {
            rows.lines(content, to);
        } else {
            files.document(content, to);
        }
    }
}
