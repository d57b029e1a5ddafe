package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// The pieces that a walk names, or the newest of them where memory does not hold all: a store that is too large is
/// listed in part, and does not end the service. For one walk, by one thread.
final class NewestPieces {
    private final int most;
    private final Map<String, Piece> kept = new HashMap<>();
    private final Map<String, Piece> late = new LinkedHashMap<>();
    private final PriorityQueue<Piece> oldest = new PriorityQueue<>(Comparator.comparingLong(PieceCache::modified));
    private int leftOut;

    NewestPieces(int most) {
        this.most = most;
    }

    /// Takes a piece; whether there was room for it, so that it can be read at once. The others are read after the
    /// walk.
    boolean add(Piece piece) {
        if (kept.size() < most || kept.containsKey(piece.key())) {
            kept.put(piece.key(), piece);
            return true;
        }
        if (oldest.isEmpty()) {
            oldest.addAll(kept.values());
        }
        leftOut++;
        if (PieceCache.modified(piece) > PieceCache.modified(oldest.element())) {
            var gone = oldest.remove().key();
            kept.remove(gone);
            late.remove(gone);
            kept.put(piece.key(), piece);
            late.put(piece.key(), piece);
            oldest.add(piece);
        }
        return false;
    }

    /// Those that were not certain to be kept when they came.
    List<Piece> late() {
        return new ArrayList<>(late.values());
    }

    /// By their keys.
    Map<String, Piece> kept() {
        return kept;
    }

    int leftOut() {
        return leftOut;
    }
}
