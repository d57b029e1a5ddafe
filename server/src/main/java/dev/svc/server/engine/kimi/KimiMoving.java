package dev.svc.server.engine.kimi;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.io.OutputStream;

/// The state says the working folder, which also names the folder that the session lies in. The program resumes a
/// session only where its state says that it was made.
final class KimiMoving implements Moving {
    /// Tree, bucket, session, and what is in it.
    private static final int PARTS = 4;

    private final KimiFolder folder;
    private final FolderMap folders;
    private final String bucket;

    KimiMoving(KimiFolder folder, String cwd, FolderMap folders) {
        this.folder = folder;
        this.folders = folders;
        this.bucket = KimiBucket.name(folders.map(cwd));
    }

    @Override
    public String name(String original) {
        var parts = original.split("/", PARTS);
        return parts.length < PARTS ? original : String.join("/", parts[0], bucket, parts[2], parts[3]);
    }

    /// What the model was told of its folder stays as it is.
    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        var parts = original.split("/", PARTS);
        if (parts.length == PARTS && parts[3].equals(KimiFolder.STATE)) {
            state(parts[1], parts[2]).document(content, to);
        } else if (parts.length == PARTS && parts[3].endsWith("/" + KimiFolder.WIRE)) {
            wire(parts[1]).lines(content, to);
        } else {
            content.to(to);
        }
    }

    private MovedFolders state(String before, String session) {
        var cwd = Rule.text(folders::map);
        return new MovedFolders(FolderFields.none()
                .and(cwd, "cwd")
                .and(cwd, "workDir")
                .and(Rule.text(home -> home(home, before, session)), "agents", FolderFields.ANY, "homedir"));
    }

    /// An agent is bound to the folder of its session by name, and is not resumed in one of another name.
    private MovedFolders wire(String before) {
        return new MovedFolders(
                FolderFields.none().and(Rule.text(name -> name.equals(before) ? bucket : name), "workspaceId"));
    }

    /// Where an agent's files lie now.
    private String home(String home, String before, String session) {
        var mark = "/%s/%s/".formatted(before, session);
        int at = home.indexOf(mark);
        return at < 0
                ? home
                : "%s/%s/%s/%s".formatted(folder.sessions(), bucket, session, home.substring(at + mark.length()));
    }
}
