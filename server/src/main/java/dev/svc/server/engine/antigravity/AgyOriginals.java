package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A conversation's database as one file without its log, its transcript and what lies beside that, and its annotation.
final class AgyOriginals implements Originals {
    private final AgyFolder folder;
    private final OriginalTree conversations;
    private final OriginalTree brain;
    private final OriginalTree annotations;

    AgyOriginals(AgyFolder folder) {
        this.folder = folder;
        this.conversations = tree("conversations");
        this.brain = tree("brain");
        this.annotations = tree("annotations");
    }

    private OriginalTree tree(String name) {
        return new OriginalTree(name, folder.root().resolve(name));
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var stamps = stamps(nativeId);
        if (stamps.isEmpty()) {
            return List.of();
        }
        long modified =
                stamps.stream().mapToLong(FileStamp::modifiedNanos).max().orElse(0);
        var found = new ArrayList<Original>();
        for (var stamp : stamps) {
            if (AgyFolder.isNamed(stamp, AgyFolder.DATABASE)) {
                found.add(database(stamp, nativeId, scratch, modified));
            } else if (AgyFolder.isNamed(stamp, AgyFolder.SEALED)) {
                found.add(conversations.original(stamp, name(stamp), Kind.DOCUMENT));
            } else if (AgyFolder.isNamed(stamp, AgyFolder.ANNOTATION)) {
                found.add(annotations.original(stamp, name(stamp), Kind.DOCUMENT));
            }
        }
        found.addAll(brain.all(Path.of(nativeId)));
        return found;
    }

    /// The database and its log belong together, so that neither is copied as it lies there.
    private Original database(FileStamp database, String nativeId, Path scratch, long modified) throws IOException {
        var whole = scratch.toRealPath().resolve(nativeId + AgyFolder.DATABASE);
        ReadOnlyDatabase.read(database.path(), opened -> {
            opened.snapshot(whole);
            return whole;
        });
        var stamp = FileStamp.of(whole).orElseThrow(() -> new NoSuchFileException(whole.toString()));
        return conversations.original(
                new FileStamp(whole, stamp.size(), modified, stamp.inode()), name(database), Kind.DOCUMENT);
    }

    private static Path name(FileStamp stamp) {
        return Path.of(String.valueOf(stamp.path().getFileName()));
    }

    private List<FileStamp> stamps(String nativeId) throws IOException {
        var stamps = new ArrayList<FileStamp>();
        try {
            for (var file : folder.files(nativeId)) {
                FileStamp.of(file).ifPresent(stamps::add);
            }
        } catch (NoSuchFileException gone) {
            return List.of();
        }
        return stamps;
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return !stamps(nativeId).isEmpty();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        if (folders.moves(cwd)) {
            throw new UnmovableException(
                    ("Antigravity says a conversation's folder inside a database that svc does not change. Restore it"
                                    + " without the folder %s being mapped: agy resumes it in any folder.")
                            .formatted(cwd));
        }
        return Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return conversations.place(name).or(() -> brain.place(name)).or(() -> annotations.place(name));
    }
}
