package dev.svc.server.engine.codex;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.io.OutputStream;

/// A rollout says the folder when it begins, with the settings of its thread and with each turn, together with what may
/// be read and written there. What the model was told of its folder stays as it is: the program notices the
/// move, and tells the model.
final class CodexMoving implements Moving {
    private static final String PAYLOAD = "payload";
    private static final String SETTINGS = "thread_settings";
    private static final String ROOTS = "runtime_workspace_roots";
    private static final String POLICY = "file_system_sandbox_policy";
    private static final String PROFILE = "permission_profile";
    private static final String PATH = "path";

    private final boolean moves;
    private final MovedFolders records;

    /// @param base where the rollout that one continues ends
    CodexMoving(String cwd, FolderMap folders, Rule base) {
        this.moves = folders.moves(cwd);
        var folder = Rule.text(folders::map);
        this.records = new MovedFolders(FolderFields.none()
                .and(folder, PAYLOAD, "cwd")
                .and(folder, PAYLOAD, ROOTS, FolderFields.EACH)
                .and(folder, PAYLOAD, "sandbox_policy", "writable_roots", FolderFields.EACH)
                .and(folder, PAYLOAD, POLICY, "entries", FolderFields.EACH, PATH, PATH)
                .and(folder, PAYLOAD, PROFILE, "file_system", "entries", FolderFields.EACH, PATH, PATH)
                .and(folder, PAYLOAD, SETTINGS, "cwd")
                .and(folder, PAYLOAD, SETTINGS, ROOTS, FolderFields.EACH)
                .and(folder, PAYLOAD, SETTINGS, PROFILE, "file_system", "entries", FolderFields.EACH, PATH, PATH)
                .and(base, PAYLOAD, "history_base"));
    }

    @Override
    public String name(String original) throws UnmovableException {
        if (moves && original.endsWith(CodexLog.COMPRESSED)) {
            throw new UnmovableException(
                    "Codex had compressed this session, and svc does not fit compressed ones to other folders. Restore"
                            + " it without the mapping, and tell Codex the folder: codex -C FOLDER resume ID.");
        }
        return original;
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        if (original.endsWith(CodexLog.COMPRESSED)) {
            content.to(to);
        } else {
            records.lines(content, to);
        }
    }
}
