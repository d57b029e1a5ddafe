package dev.svc.server.engine.copilot;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The folder of a session: log, note, what was compacted, the files that it can rewind to. Locks say something of
/// processes alone.
final class CopilotOriginals implements Originals {
    private final CopilotFolder folder;
    private final OriginalTree tree;

    CopilotOriginals(CopilotFolder folder) {
        this.folder = folder;
        this.tree = new OriginalTree(CopilotFolder.SESSIONS, folder.sessions().place());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        if (!has(nativeId)) {
            return List.of();
        }
        var log = name(nativeId, CopilotFolder.LOG);
        var all = new ArrayList<Original>();
        for (var original : tree.all(Path.of(nativeId))) {
            if (original.name().equals(log)) {
                all.addFirst(original);
            } else if (!isOfProcess(original.name())) {
                all.add(original);
            }
        }
        return all;
    }

    private static String name(String nativeId, String file) {
        return CopilotFolder.SESSIONS + "/" + nativeId + "/" + file;
    }

    private static boolean isOfProcess(String name) {
        return name.endsWith(".lock") || name.endsWith(".hold") || name.endsWith("-shm");
    }

    /// The one log, in which sub-agents write as well.
    List<LoggedUsage.Log> logs(String nativeId) throws IOException {
        return folder.log(nativeId)
                .map(log -> new LoggedUsage.Log(name(nativeId, CopilotFolder.LOG), log, true))
                .map(List::of)
                .orElse(List.of());
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return folder.log(nativeId).isPresent();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new CopilotMoving(folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
