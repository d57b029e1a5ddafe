package dev.svc.server.engine.grok;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.io.OutputStream;

/// The working folder names the folder that a session lies in, which decides where its tools run, and stands in its
/// summary and in what it is told of its surroundings.
final class GrokMoving implements Moving {
    /// Tree, bucket, session, and what is in it.
    private static final int PARTS = 4;

    private static final String CONTEXT = "prompt_context.json";
    private static final String AGENTS = "subagents/";
    private static final String OF_AGENT = "/meta.json";

    private final GrokFolder folder;
    private final FolderMap folders;
    private final String bucket;

    GrokMoving(GrokFolder folder, String cwd, FolderMap folders) throws UnmovableException {
        this.folder = folder;
        this.folders = folders;
        var now = folders.map(cwd);
        this.bucket = GrokBucket.name(now)
                .orElseThrow(() -> new UnmovableException(
                        ("%s is so long that only Grok itself knows how it names its sessions' folder:"
                                        + " choose a shorter one.")
                                .formatted(now)));
    }

    @Override
    public String name(String original) {
        var parts = original.split("/", PARTS);
        return parts.length < PARTS ? original : String.join("/", parts[0], bucket, parts[2], parts[3]);
    }

    /// What was said of folders stays as it is.
    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        var parts = original.split("/", PARTS);
        var name = parts.length < PARTS ? "" : parts[3];
        if (name.equals(GrokFolder.SUMMARY)) {
            summary().document(content, to);
        } else if (name.equals(CONTEXT)) {
            fields("working_directory").document(content, to);
        } else if (name.startsWith(AGENTS) && name.endsWith(OF_AGENT)) {
            fields("child_cwd").document(content, to);
        } else {
            content.to(to);
        }
    }

    private MovedFolders summary() {
        var moved = Rule.text(folders::map);
        return new MovedFolders(FolderFields.none()
                .and(moved, "info", "cwd")
                .and(moved, "git_root_dir")
                .and(Rule.text(_ -> folder.root().toString()), "grok_home"));
    }

    private MovedFolders fields(String name) {
        return new MovedFolders(FolderFields.none().and(Rule.text(folders::map), name));
    }
}
