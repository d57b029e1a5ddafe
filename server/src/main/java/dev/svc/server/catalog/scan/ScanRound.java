package dev.svc.server.catalog.scan;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Names every piece of a store and starts reading new or changed ones during the walk. For one walk.
final class ScanRound {
    private static final int BATCH = 32;

    private final EngineStore store;
    private final ExecutorService workers;
    private final Pieces pieces;
    private final AtomicInteger done = new AtomicInteger();
    private final List<Future<List<KnownPiece>>> readings = new ArrayList<>();
    private List<Changed> batch = new ArrayList<>();
    private final int most;
    private int changed;

    /// What is still wanted of the pieces that were handed to the workers; null while the walk names them.
    private volatile @Nullable Map<String, Piece> wanted;

    private record Changed(Piece piece, @Nullable KnownPiece before) {}

    /// @param most how many pieces are kept, the newest
    ScanRound(EngineStore store, ExecutorService workers, Pieces pieces, int most) {
        this.store = store;
        this.workers = workers;
        this.pieces = pieces;
        this.most = most;
    }

    /// Walks the store, compares what it finds with what is known, and submits differences to the workers at once.
    NewestPieces walk(PieceCache pieceCache) throws IOException {
        var named = new NewestPieces(most);
        var waiting = new ArrayList<Piece>();
        store.walk(piece -> {
            if (!named.add(piece)) {
                return;
            }
            if (pieceCache.isThere()) {
                compare(piece, pieceCache.find(piece.key()));
            } else {
                waiting.add(piece);
            }
        });
        wanted = named.kept();
        waiting.stream().filter(this::isWanted).forEach(piece -> compare(piece, pieceCache.find(piece.key())));
        named.late().forEach(piece -> compare(piece, pieceCache.find(piece.key())));
        flush();
        return named;
    }

    /// A piece that had room may have lost it to a newer one.
    private boolean isWanted(Piece piece) {
        var kept = wanted;
        return kept == null || kept.containsKey(piece.key());
    }

    private void compare(Piece piece, @Nullable KnownPiece before) {
        if (before == null || !before.is(piece)) {
            submit(new Changed(piece, before));
        }
    }

    /// Hands over what the workers read, as it comes.
    void collect(Consumer<List<KnownPiece>> found) throws InterruptedException {
        for (var reading : readings) {
            try {
                found.accept(reading.get());
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a worker failed", broken.getCause());
            }
        }
    }

    /// How many pieces were new or changed.
    int changed() {
        return changed;
    }

    /// How many of them have been read so far.
    int done() {
        return done.get();
    }

    private void submit(Changed piece) {
        changed++;
        batch.add(piece);
        if (batch.size() == BATCH) {
            flush();
        }
    }

    private void flush() {
        var now = batch;
        batch = new ArrayList<>(BATCH);
        if (!now.isEmpty()) {
            readings.add(workers.submit(() -> read(now)));
        }
    }

    private List<KnownPiece> read(List<Changed> now) {
        var found = new ArrayList<KnownPiece>(now.size());
        for (var it : now) {
            if (isWanted(it.piece())) {
                pieces.refresh(it.piece(), it.before()).ifPresent(found::add);
            }
            done.incrementAndGet();
        }
        return found;
    }
}
