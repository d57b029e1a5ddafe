package dev.svc.server.catalog;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.SessionFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The pieces of one store and what they said; owned by its keeper's thread, as `known` is from here on.
final class Holding {
    private final Map<String, Known> known;

    Holding(Map<String, Known> known) {
        this.known = known;
    }

    Map<String, Known> known() {
        return known;
    }

    @Nullable
    Known find(String key) {
        return known.get(key);
    }

    void put(Known piece) {
        known.put(piece.piece().key(), piece);
    }

    boolean drop(String key) {
        return known.remove(key) != null;
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    /// Drops what a walk no longer named; true when there was something.
    boolean keepOnly(Set<String> keys) {
        return known.keySet().retainAll(keys);
    }

    /// Pieces of which only head and tail are known, the newest first.
    List<Piece> halfRead() {
        return known.values().stream()
                .filter(it ->
                        !it.reading().complete() && it.reading().unreadable().isEmpty())
                .map(Known::piece)
                .sorted(Comparator.comparingLong(Holding::modified).reversed())
                .toList();
    }

    boolean holdsAny(Set<Path> paths) {
        return known.values().stream()
                .flatMap(it -> it.piece().files().stream())
                .anyMatch(file -> paths.contains(file.path()));
    }

    List<SessionFacts> combined(EngineStore store) {
        var readings = new ArrayList<Reading>(known.size());
        known.values().forEach(it -> readings.add(it.reading()));
        return store.combine(readings);
    }

    List<Unreadable> unreadable() {
        var counts = new TreeMap<String, Unreadable>();
        for (var it : known.values()) {
            for (var one : it.reading().unreadable()) {
                counts.merge(one.kind() + '\0' + one.version(), one, Holding::sum);
            }
        }
        return List.copyOf(counts.values());
    }

    private static Unreadable sum(Unreadable a, Unreadable b) {
        return new Unreadable(a.kind(), a.count() + b.count(), a.version());
    }

    private static long modified(Piece piece) {
        return piece.files().stream()
                .mapToLong(file -> file.modifiedNanos())
                .max()
                .orElse(0);
    }
}
