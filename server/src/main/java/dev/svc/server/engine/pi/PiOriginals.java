package dev.svc.server.engine.pi;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The one file of a session. A fork has copies of all that it goes on from.
final class PiOriginals implements Originals {
    static final String TREE = "sessions";

    private final PiFiles files;
    private final OriginalTree tree;

    PiOriginals(PiFiles files) {
        this.files = files;
        this.tree = new OriginalTree(TREE, files.tree().place());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var stamp = files.find(nativeId);
        if (stamp.isEmpty()) {
            return List.of();
        }
        return files.tree().inside(stamp.get().path()).stream()
                .map(path -> tree.original(stamp.get(), path, OriginalTree.kind(stamp.get())))
                .toList();
    }

    List<LoggedUsage.Log> logs(String nativeId) throws IOException {
        return of(nativeId, Path.of("")).stream().map(Original::usageLog).toList();
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return files.find(nativeId).isPresent();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws UnmovableException {
        return folders.moves(cwd) ? Optional.of(new PiMoving(files.tree().place(), cwd, folders)) : Optional.empty();
    }
}
