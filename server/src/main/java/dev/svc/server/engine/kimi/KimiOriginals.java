package dev.svc.server.engine.kimi;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The whole folder of a session: state, wires of its agents, the files it can rewind to.
final class KimiOriginals implements Originals {
    private final KimiFolder folder;
    private final OriginalTree tree;

    KimiOriginals(KimiFolder folder) {
        this.folder = folder;
        this.tree = new OriginalTree("sessions", folder.sessions());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var session = folder.session(nativeId);
        if (session.isEmpty() || !has(nativeId)) {
            return List.of();
        }
        int names = session.get().getNameCount();
        return tree.all(session.get().subpath(names - 2, names));
    }

    /// The wires of all agents.
    List<LoggedUsage.Log> wires(String nativeId) throws IOException {
        var session = folder.session(nativeId);
        if (session.isEmpty()) {
            return List.of();
        }
        int names = session.get().getNameCount();
        return tree.all(session.get().subpath(names - 2, names).resolve("agents")).stream()
                .filter(original -> original.stamp().path().endsWith(KimiFolder.WIRE))
                .map(Original::usageLog)
                .toList();
    }

    /// Without its state the program knows no session.
    @Override
    public boolean has(String nativeId) throws IOException {
        var session = folder.session(nativeId);
        return session.isPresent()
                && new StoreTree(session.get()).find(Path.of(KimiFolder.STATE)).isPresent();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new KimiMoving(folder, cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
