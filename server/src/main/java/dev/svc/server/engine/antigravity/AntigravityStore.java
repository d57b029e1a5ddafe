package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Antigravity's home folder: a piece for each conversation, and one for each list over all of them.
final class AntigravityStore implements EngineStore {
    private final AgyFolder folder;

    /// Where conversations take place, which never changes; so that looking for a new one only opens new databases.
    private final Map<String, Looked> looked = new ConcurrentHashMap<>();

    /// @param cwd empty while the files as they were then did not say
    private record Looked(List<FileStamp> files, Optional<String> cwd) {}

    AntigravityStore(Path root) {
        this.folder = new AgyFolder(root);
    }

    @Override
    public Path location() {
        return folder.root();
    }

    @Override
    public List<Path> roots() {
        return List.of(StoreFile.real(folder.root()));
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        folder.walk(pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return folder.pieceOf(changed);
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        return read(piece, null, false);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return read(piece, before, true);
    }

    Turns turns() {
        return new AgyConversations(folder);
    }

    private Reading read(Piece piece, @Nullable Reading before, boolean whole) throws IOException {
        Path first = piece.files().getFirst().path();
        return switch (piece.key()) {
            case AgyFolder.LAST -> AgyLists.last(first);
            case AgyFolder.HISTORY -> AgyLists.history(first, before);
            case AgyFolder.SUMMARIES -> AgyLists.summaries(first);
            default -> new AgyConversation(piece, whole).read(before);
        };
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return AgyRows.combine(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.empty();
    }

    /// The conversations of one folder: by their databases, and by the lists that name them sooner.
    Set<String> idsIn(Set<String> folders) {
        var ids = new TreeSet<String>();
        try {
            addListed(folders, ids);
            folder.conversations().forEach((id, files) -> {
                if (cwd(id, files).filter(folders::contains).isPresent()) {
                    ids.add(id);
                }
            });
        } catch (IOException unreadable) {
            return ids; // a launch continues without it: adoption never guesses
        }
        return ids;
    }

    private void addListed(Set<String> folders, Set<String> ids) throws IOException {
        for (String list : List.of(AgyFolder.LAST, AgyFolder.HISTORY)) {
            var file = new StoreTree(location()).find(Path.of(list)).map(FileStamp::path);
            if (file.isPresent()) {
                var reading =
                        list.equals(AgyFolder.LAST) ? AgyLists.last(file.get()) : AgyLists.history(file.get(), null);
                reading.hints().stream()
                        .filter(hint -> folders.contains(hint.value()))
                        .forEach(hint -> ids.add(hint.subject()));
            }
        }
    }

    private Optional<String> cwd(String id, List<FileStamp> files) {
        return looked.compute(id, (same, before) -> isStillSo(before, files) ? before : look(files))
                .cwd();
    }

    private static boolean isStillSo(@Nullable Looked before, List<FileStamp> files) {
        return before != null && (before.cwd().isPresent() || before.files().equals(files));
    }

    private static Looked look(List<FileStamp> files) {
        try {
            return new Looked(files, AgyDatabase.findCwd(files.getFirst().path()));
        } catch (IOException unreadable) {
            return new Looked(files, Optional.empty());
        }
    }
}
