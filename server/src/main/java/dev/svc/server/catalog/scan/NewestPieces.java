package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/// The pieces that a walk names, or the newest of them where memory does not hold all: a store that is too large is
/// listed in part, and does not end the service. For one walk, by one thread.
final class NewestPieces {
    private final int most;
    private final int readAtOnce;
    private final Map<String, Piece> kept = new HashMap<>();

    /// The keys of those kept that could be read at once.
    private final Set<String> early = new HashSet<>();

    private final PriorityQueue<Piece> oldest = new PriorityQueue<>(Comparator.comparingLong(PieceCache::modified));
    private int leftOut;

    /// @param most how many are kept
    NewestPieces(int most) {
        this.most = most;
        this.readAtOnce = most / 4;
    }

    /// Takes a piece; whether it can be read at once. The others are read after the walk, when it is known which of
    /// them are kept: what is read for nothing takes memory that a large store has not got.
    boolean add(Piece piece) {
        if (early.contains(piece.key()) || kept.size() < readAtOnce) {
            kept.put(piece.key(), piece);
            early.add(piece.key());
            return true;
        }
        if (kept.size() < most || kept.containsKey(piece.key())) {
            kept.put(piece.key(), piece);
        } else {
            makeRoom(piece);
        }
        return false;
    }

    private void makeRoom(Piece piece) {
        if (oldest.isEmpty()) {
            oldest.addAll(kept.values());
        }
        leftOut++;
        if (PieceCache.modified(piece) > PieceCache.modified(oldest.element())) {
            var gone = oldest.remove().key();
            kept.remove(gone);
            early.remove(gone);
            kept.put(piece.key(), piece);
            oldest.add(piece);
        }
    }

    /// Those that are kept and were not to be read at once.
    List<Piece> late() {
        return kept.values().stream()
                .filter(piece -> !early.contains(piece.key()))
                .toList();
    }

    /// By their keys.
    Map<String, Piece> kept() {
        return kept;
    }

    int leftOut() {
        return leftOut;
    }
}
