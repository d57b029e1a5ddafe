package dev.svc.server.engine.copilot;

import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The note and the log say the working folder; a session lies in the same place wherever it works. What the program
/// can put back stays with the paths that it was taken from.
final class CopilotMoving implements Moving {
    private static final Pattern FOLDER = Pattern.compile("(?m)^((?:cwd|git_root):[ \\t]+)([^\\r\\n]+)");

    private final FolderMap folders;
    private final MovedFolders log;

    CopilotMoving(FolderMap folders) {
        this.folders = folders;
        var folder = Rule.text(folders::map);
        this.log = new MovedFolders(
                FolderFields.none().and(folder, "data", "context", "cwd").and(folder, "data", "context", "gitRoot"));
    }

    @Override
    public String name(String original) {
        return original;
    }

    @Override
    public void write(String original, Content content, OutputStream to) throws IOException {
        if (original.endsWith("/" + CopilotFolder.LOG)) {
            log.lines(content, to);
        } else if (original.endsWith("/" + CopilotFolder.NOTE)) {
            note(content, to);
        } else {
            content.to(to);
        }
    }

    /// A line of a text that runs over several is indented, so these are the entries themselves.
    private void note(Content content, OutputStream to) throws IOException {
        var bytes = MovedFolders.whole(content, CopilotNote.MOST);
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        var moved = FOLDER.matcher(text).replaceAll(found -> {
            var value = new String(found.group(2).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            var path = FlatYaml.scalar(value.strip()).filter(folders::moves).map(folders::map);
            var written = path.map(YamlEscapes::path).orElse(value);
            return Matcher.quoteReplacement(
                    found.group(1) + new String(written.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        });
        to.write(moved.getBytes(StandardCharsets.ISO_8859_1));
    }
}
