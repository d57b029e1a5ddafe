package dev.svc.server.catalog.scan;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// Brings the knowledge of one store up to date, reading nothing twice; owned by its indexer's thread.
public final class StoreReader {
    private static final Logger LOG = System.getLogger(StoreReader.class.getName());

    public static final String GONE =
            "The store is gone or cannot be opened; this is what it held when it was last read.";
    public static final String UNREADABLE =
            "The store cannot be read at present; this is what it held when it was last read.";

    private final EngineStore store;
    private final ExecutorService workers;
    private final Pieces pieces;
    private final PieceCache pieceCache;
    private final StoreRows rows;
    private final int most;

    /// Pieces that are to be read whole; null from a walk until somebody asks, which is after the list is out.
    private @Nullable ArrayDeque<Piece> backlog = new ArrayDeque<>();

    /// What the last walk named, until somebody asks for its folders.
    private Collection<Piece> named = List.of();

    /// The keys of pieces that are to be read again although their files may not change any more.
    private final Set<String> unsettled = new HashSet<>();

    private Set<Path> folders = Set.of();
    private @Nullable String trouble;
    private long version;

    /// Receives the progress of a walk.
    @FunctionalInterface
    interface Report {
        void reading(int done, int total);
    }

    /// @param most how many pieces memory holds
    StoreReader(EngineStore store, PieceCache pieceCache, ExecutorService workers, int most) {
        this.store = store;
        this.pieceCache = pieceCache;
        this.workers = workers;
        this.most = most;
        this.pieces = new Pieces(store);
        this.rows = new StoreRows(store, pieceCache);
    }

    PieceCache holding() {
        return pieceCache;
    }

    /// The rows of all that changed since this was asked last.
    StoreNews news(EngineKey engine) {
        return rows.news(engine, trouble);
    }

    /// Grows with every change of what is known.
    long version() {
        return version;
    }

    int backlog() {
        return waiting().size();
    }

    private ArrayDeque<Piece> waiting() {
        var made = backlog;
        if (made == null) {
            made = new ArrayDeque<>(pieceCache.halfRead());
            backlog = made;
        }
        return made;
    }

    /// The folders in which the last walk found something.
    Set<Path> folders() {
        if (!named.isEmpty()) {
            folders = folders(named);
            named = List.of();
        }
        return folders;
    }

    /// Compares everything there is with what is known.
    void walk(Report report) throws InterruptedException {
        try {
            folders = Set.of();
            named = List.of();
            if (store.isReadable()) {
                compare(report);
                trouble(null);
            } else {
                trouble(GONE);
            }
        } catch (IOException | RuntimeException broken) {
            LOG.log(Level.WARNING, store.location() + " cannot be listed", broken);
            trouble(UNREADABLE);
        }
    }

    private void compare(Report report) throws IOException, InterruptedException {
        var found = look(report);
        if (pieceCache.hasOthersThan(found.kept().keySet())) {
            found = look(report); // it may have been moved from a folder not yet walked into one that was
            if (pieceCache.keepOnly(found.kept().keySet())) {
                rows.all();
                version++;
            }
        }
        if (rows.leavesOut(found.leftOut())) {
            version++;
            warn(found.leftOut());
        }
        backlog = null;
        named = found.kept().values();
    }

    private void warn(int leftOut) {
        if (leftOut > 0) {
            LOG.log(
                    Level.WARNING,
                    "%s has more logs than the memory of svc holds: the newest %d are listed, %d are not. -Xmx in jvm.options says how much it takes."
                            .formatted(store.location(), most, leftOut));
        }
    }

    private NewestPieces look(Report report) throws IOException, InterruptedException {
        var scan = new ScanRound(store, workers, pieces, most);
        var named = scan.walk(pieceCache);
        scan.collect(found -> {
            found.stream()
                    .filter(it -> named.kept().containsKey(it.piece().key()))
                    .forEach(this::put);
            report.reading(scan.done(), scan.changed());
        });
        return named;
    }

    private static Set<Path> folders(Collection<Piece> named) {
        var folders = new HashSet<Path>();
        for (var piece : named) {
            for (var file : piece.files()) {
                folders.add(file.path().getParent());
            }
        }
        return folders;
    }

    /// Reads the pieces that the changed paths belong to; false when only a walk can tell what happened.
    boolean read(Set<Path> changed) {
        var gone = new HashSet<Path>();
        var affected = new HashMap<String, Piece>();
        for (var path : changed) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                gone.add(path);
            }
            pieceOf(path, affected);
        }
        affected.values().forEach(this::read);
        return gone.isEmpty() || !pieceCache.holdsAny(gone);
    }

    private void pieceOf(Path path, Map<String, Piece> affected) {
        try {
            store.pieceOf(path).ifPresent(piece -> affected.put(piece.key(), piece));
        } catch (IOException | RuntimeException unclear) {
            LOG.log(Level.DEBUG, () -> path + " belongs to no known session: " + unclear);
        }
    }

    /// Reads one of the pieces that were only read at head and tail.
    void readNext() {
        var next = waiting().poll();
        if (next != null && isKnown(next)) {
            pieces.read(next, null).ifPresent(this::put);
        }
    }

    /// Whether something was read that may say more under the same stamps.
    boolean isUnsettled() {
        return !unsettled.isEmpty();
    }

    /// Reads again what may say more by now.
    void readUnsettled() {
        var affected = new HashMap<String, Piece>();
        for (var key : List.copyOf(unsettled)) {
            var known = pieceCache.find(key);
            if (known == null) {
                unsettled.remove(key);
            } else {
                known.piece().files().forEach(file -> pieceOf(file.path(), affected));
            }
        }
        affected.values().forEach(this::read);
    }

    private void read(Piece piece) {
        if (!isKnown(piece)) {
            pieces.read(piece, pieceCache.find(piece.key())).ifPresent(this::put);
        }
    }

    private boolean isKnown(Piece piece) {
        var known = pieceCache.find(piece.key());
        return known != null && known.is(piece);
    }

    private void put(KnownPiece known) {
        var before = pieceCache.find(known.piece().key());
        pieceCache.put(known);
        rows.read(before, known);
        if (known.settled()) {
            unsettled.remove(known.piece().key());
        } else {
            unsettled.add(known.piece().key());
        }
        version++;
    }

    private void trouble(@Nullable String now) {
        var reason = pieceCache.isEmpty() ? null : now;
        if (!java.util.Objects.equals(reason, trouble)) {
            trouble = reason;
            rows.all();
            version++;
        }
    }
}
