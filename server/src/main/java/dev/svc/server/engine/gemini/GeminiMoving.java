package dev.svc.server.engine.gemini;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The program finds a project's chats by the note that says whose a folder is, older versions by a folder that is
/// named
/// by a digest. Each chat has that digest as well.
final class GeminiMoving implements Moving {
    private static final String NOTE = "/" + ProjectFolders.NOTE;
    private static final String CHATS = "/" + GeminiFolder.CHATS + "/";

    private final FolderMap folders;
    private final String digest;
    private final String moved;
    private final String slug;
    private final MovedFolders chats;

    GeminiMoving(GeminiPlace place, String cwd, FolderMap folders) throws IOException {
        this.folders = folders;
        this.digest = ProjectFolders.digest(cwd);
        this.moved = ProjectFolders.digest(folders.map(cwd));
        this.slug = new ProjectNames(place).of(folders.map(cwd));
        var folder = Rule.text(folders::map);
        this.chats = new MovedFolders(FolderFields.none()
                .and(Rule.text(text -> text.equals(digest) ? moved : text), "projectHash")
                .and(folder, "directories", FolderFields.EACH)
                .and(folder, "$set", "directories", FolderFields.EACH));
    }

    @Override
    public String name(String original) {
        var parts = original.split("/", 3);
        return parts.length < 3
                ? original
                : String.join("/", parts[0], parts[1].equals(digest) ? moved : slug, parts[2]);
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        if (original.endsWith(NOTE)) {
            note(content, to);
        } else if (original.contains(CHATS) && original.endsWith(".jsonl")) {
            chats.lines(content, to);
        } else if (original.contains(CHATS) && original.endsWith(".json")) {
            chats.document(content, to);
        } else {
            content.to(to);
        }
    }

    private void note(Content content, OutputStream to) throws IOException {
        var text = new String(MovedFolders.whole(content, ProjectFolders.LONGEST_PATH), StandardCharsets.UTF_8);
        to.write(folders.map(text.strip()).getBytes(StandardCharsets.UTF_8));
    }
}
