package dev.svc.server.engine.gemini;

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

/// The chat files of a session, and what says which folder its project has: without that the program does not find
/// them.
/// Sub-agents are sessions of their own.
final class GeminiOriginals implements Originals {
    private static final Path OWNER = Path.of(ProjectFolders.NOTE);

    private final GeminiPlace place;
    private final GeminiChats chats;
    private final OriginalTree tree;

    GeminiOriginals(GeminiPlace place) {
        this.place = place;
        this.chats = new GeminiChats(new GeminiFolder(place));
        this.tree = new OriginalTree("tmp", place.tmp());
    }

    /// The chats alone.
    List<LoggedUsage.Log> chats(String nativeId) throws IOException {
        var found = new ArrayList<LoggedUsage.Log>();
        for (var stamp : chats.own(nativeId)) {
            found.add(tree.original(stamp, Path.of(ChatFile.name(stamp)), OriginalTree.kind(stamp))
                    .usageLog());
        }
        return found;
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var found = new ArrayList<Original>();
        for (var stamp : chats.own(nativeId)) {
            var project = GeminiFolder.projectOf(stamp.path());
            var below = Path.of(String.valueOf(project.getFileName()));
            found.add(tree.original(stamp, below.resolve(project.relativize(stamp.path())), OriginalTree.kind(stamp)));
            var owner = below.resolve(OWNER);
            new StoreTree(tree.place())
                    .find(owner)
                    .map(it -> tree.original(it, owner, Original.Kind.DOCUMENT))
                    .filter(it -> !found.contains(it))
                    .ifPresent(found::add);
        }
        return found;
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return !chats.own(nativeId).isEmpty();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new GeminiMoving(place, cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
