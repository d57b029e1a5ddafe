package dev.svc.server.engine.shell;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.FolderFields.Rule;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.MovedFolders;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The log of a terminal is all there is of it.
final class ShellOriginals implements Originals {
    private final ShellFolder folder;
    private final OriginalTree tree;

    ShellOriginals(ShellFolder folder) {
        this.folder = folder;
        this.tree = new OriginalTree("shells", folder.root());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        return folder.find(nativeId).map(this::original).map(List::of).orElse(List.of());
    }

    private Original original(FileStamp log) {
        return tree.original(log, log.path().getFileName(), Kind.LOG);
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return folder.find(nativeId).isPresent();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }

    /// Its first record says the folder.
    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) {
        var records = new MovedFolders(FolderFields.none().and(Rule.text(folders::map), "folder"));
        return folders.moves(cwd) ? Optional.of(new Moved(records)) : Optional.empty();
    }

    private record Moved(MovedFolders records) implements Moving {
        @Override
        public String name(String original) {
            return original;
        }

        @Override
        public void write(String original, Content content, OutputStream to) throws IOException {
            records.lines(content, to);
        }
    }
}
