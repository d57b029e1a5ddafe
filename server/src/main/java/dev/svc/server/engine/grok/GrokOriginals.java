package dev.svc.server.engine.grok;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The whole folder of a session: summary, updates, what the model sees, what commands answered.
final class GrokOriginals implements Originals {
    private final GrokFolder folder;
    private final OriginalTree tree;

    GrokOriginals(GrokFolder folder) {
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
        var logFirst = new ArrayList<Original>();
        for (var original : tree.all(session.get().subpath(names - 2, names))) {
            if (isUpdates(nativeId, original)) {
                logFirst.addFirst(original);
            } else {
                logFirst.add(original);
            }
        }
        return logFirst;
    }

    private static boolean isUpdates(String nativeId, Original original) {
        return original.name().endsWith(nativeId + "/" + GrokFolder.UPDATES);
    }

    /// The log that says what was used.
    List<LoggedUsage.Log> logs(String nativeId) throws IOException {
        var session = folder.session(nativeId);
        if (session.isEmpty()) {
            return List.of();
        }
        int names = session.get().getNameCount();
        return new StoreTree(session.get())
                .find(Path.of(GrokFolder.UPDATES)).stream()
                        .map(stamp -> tree.original(
                                        stamp,
                                        session.get().subpath(names - 2, names).resolve(GrokFolder.UPDATES),
                                        Original.Kind.LOG)
                                .usageLog())
                        .toList();
    }

    /// Without its summary the program knows no session.
    @Override
    public boolean has(String nativeId) throws IOException {
        var session = folder.session(nativeId);
        return session.isPresent()
                && new StoreTree(session.get())
                        .find(Path.of(GrokFolder.SUMMARY))
                        .isPresent();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new GrokMoving(folder, cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
