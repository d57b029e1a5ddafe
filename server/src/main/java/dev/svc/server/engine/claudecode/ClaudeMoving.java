package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.io.OutputStream;

/// The program finds a transcript by a folder that is named by the working folder, which each record says as well.
final class ClaudeMoving implements Moving {
    private static final String TREE = ClaudeHome.PROJECTS + "/";
    private static final String LOG = ".jsonl";
    private static final String AGENTS = "subagents";

    private final String folder;
    private final MovedFolders records;

    ClaudeMoving(String cwd, FolderMap folders) throws UnmovableException {
        var now = folders.map(cwd);
        this.folder = ClaudeHome.folderName(now)
                .orElseThrow(() -> new UnmovableException(
                        ("%s is so long that only Claude Code itself knows how it names its sessions' folder:"
                                        + " choose a shorter one.")
                                .formatted(now)));
        this.records = new MovedFolders(FolderFields.none().and(Rule.text(folders::map), "cwd"));
    }

    @Override
    public String name(String original) {
        int end = original.startsWith(TREE) ? original.indexOf('/', TREE.length()) : -1;
        return end < 0 ? original : TREE + folder + original.substring(end);
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        if (isLog(original)) {
            records.lines(content, to);
        } else {
            content.to(to);
        }
    }

    /// A transcript, or one of a sub-agent in either of its places; what tools answered may have any name.
    private static boolean isLog(String original) {
        var parts = original.split("/", -1);
        return original.startsWith(TREE)
                && original.endsWith(LOG)
                && (parts.length == 3 || (parts.length > 4 && parts[3].equals(AGENTS)));
    }
}
