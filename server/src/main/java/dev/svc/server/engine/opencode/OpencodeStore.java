package dev.svc.server.engine.opencode;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The database as one piece with all its sessions, and each session of the old JSON tree as a piece of its own.
final class OpencodeStore implements EngineStore {
    private static final String DATABASE = "database";

    private final OpencodePlace place;
    private final OpencodeDatabase database;
    private final OpencodeTree tree;

    OpencodeStore(OpencodePlace place) {
        this.place = place;
        this.database = new OpencodeDatabase(place.database(), place.brand().key());
        this.tree = OpencodeTree.at(place.tree());
    }

    @Override
    public Path location() {
        return place.database();
    }

    @Override
    public boolean isReadable() {
        return Files.isReadable(place.database())
                || Files.isReadable(tree.sessions().place());
    }

    /// The database's two files by name, because the folder around them holds much that changes and means nothing.
    @Override
    public List<Path> roots() {
        return List.of(
                place.database(),
                place.log(),
                tree.sessions().place(),
                tree.messages().place());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        databasePiece().ifPresent(pieces);
        tree.walk(pieces);
    }

    private Optional<Piece> databasePiece() throws IOException {
        var files = new ArrayList<FileStamp>();
        FileStamp.of(place.database()).ifPresent(files::add);
        if (files.isEmpty()) {
            return Optional.empty();
        }
        FileStamp.of(place.log()).ifPresent(files::add);
        return Optional.of(new Piece(DATABASE, files));
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return changed.equals(place.database()) || changed.equals(place.log())
                ? databasePiece()
                : tree.pieceOf(changed);
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        return isDatabase(piece) ? database.glance() : old().glance(piece);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return isDatabase(piece) ? database.read(before) : old().read(piece);
    }

    private TreeSession old() {
        return new TreeSession(tree, place.brand().key());
    }

    Turns turns() {
        return new OpencodeTurns(place, tree);
    }

    private static boolean isDatabase(Piece piece) {
        return piece.key().equals(DATABASE);
    }

    /// A session that some version took over from the tree into the database counts once, as the database tells it.
    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        var rows = new LinkedHashMap<SessionId, SessionFacts>();
        for (var reading : readings) {
            boolean newer = OpencodeMemo.isOf(reading);
            for (var session : reading.sessions()) {
                rows.merge(session.id(), session, (first, second) -> newer ? second : first);
            }
        }
        return List.copyOf(rows.values());
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.empty();
    }

    /// The sessions that people started in one of these folders.
    Set<String> idsIn(Set<String> folders) throws IOException {
        var ids = new TreeSet<String>();
        if (FileStamp.of(place.database()).isPresent()) {
            ids.addAll(database.idsIn(folders));
        }
        return ids;
    }
}
