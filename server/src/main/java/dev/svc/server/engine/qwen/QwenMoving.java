package dev.svc.server.engine.qwen;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The program finds a chat by a folder that is named by the working folder, and takes it for its own by the working
/// folder that its first record says; each record says it.
final class QwenMoving implements Moving {
    private static final String TREE = QwenHome.PROJECTS + "/";

    /// What file systems take.
    private static final int LONGEST_NAME = 255;

    /// Of a file in a folder of chats or of sub-agents: tree, project, folder, and what is in it.
    private static final int PARTS = 4;

    private final String folder;
    private final MovedFolders records;

    QwenMoving(String cwd, FolderMap folders) throws UnmovableException {
        var now = folders.map(cwd);
        this.folder = QwenHome.folderName(now);
        if (folder.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw new UnmovableException(
                    "%s is so long that Qwen Code cannot name a folder by it: choose a shorter one.".formatted(now));
        }
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

    private static boolean isLog(String original) {
        var parts = original.split("/", PARTS);
        return original.startsWith(TREE)
                && original.endsWith(QwenHome.LOG)
                && parts.length == PARTS
                && (parts[2].equals(QwenHome.AGENTS) || QwenHome.isChat(parts[3]));
    }
}
