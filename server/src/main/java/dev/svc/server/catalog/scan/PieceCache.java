package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The pieces of one store and what they said; owned by its indexer's thread. The cached ones may still be loading from
/// disk: asking for them then waits.
final class PieceCache {
    private final CompletableFuture<Map<String, KnownPiece>> known;

    /// @param known owned by this from here on
    PieceCache(CompletableFuture<Map<String, KnownPiece>> known) {
        this.known = known;
    }

    private Map<String, KnownPiece> known() {
        return known.join();
    }

    /// Whether the cached pieces have been loaded.
    boolean isThere() {
        return known.isDone();
    }

    Collection<KnownPiece> all() {
        return known().values();
    }

    @Nullable
    KnownPiece find(String key) {
        return known().get(key);
    }

    void put(KnownPiece piece) {
        known().put(piece.piece().key(), piece);
    }

    boolean isEmpty() {
        return known().isEmpty();
    }

    boolean hasOthersThan(Set<String> keys) {
        return !keys.containsAll(known().keySet());
    }

    /// Drops pieces that a walk no longer named; true when there were any.
    boolean keepOnly(Set<String> keys) {
        return known().keySet().retainAll(keys);
    }

    /// Pieces that have been read at head and tail only, newest first.
    List<Piece> halfRead() {
        return all().stream()
                .filter(it ->
                        !it.reading().complete() && it.reading().unreadable().isEmpty())
                .map(KnownPiece::piece)
                .sorted(Comparator.comparingLong(PieceCache::modified).reversed())
                .toList();
    }

    boolean holdsAny(Set<Path> paths) {
        return all().stream().flatMap(it -> it.piece().files().stream()).anyMatch(file -> paths.contains(file.path()));
    }

    List<Reading> readings() {
        var readings = new ArrayList<Reading>(known().size());
        all().forEach(it -> readings.add(it.reading()));
        return readings;
    }

    List<Unreadable> unreadable() {
        var counts = new TreeMap<String, Unreadable>();
        for (var it : all()) {
            for (var one : it.reading().unreadable()) {
                counts.merge(one.kind() + '\0' + one.version(), one, PieceCache::sum);
            }
        }
        return List.copyOf(counts.values());
    }

    private static Unreadable sum(Unreadable a, Unreadable b) {
        return new Unreadable(a.kind(), a.count() + b.count(), a.version());
    }

    static long modified(Piece piece) {
        long last = 0;
        for (var file : piece.files()) {
            last = Math.max(last, file.modifiedNanos());
        }
        return last;
    }
}
