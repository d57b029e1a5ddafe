package dev.svc.server.catalog.scan;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Reading;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes the rows of a store from what its pieces said. As long as only a few pieces changed, and their rows follow
/// from them alone, it makes only those: one line in one of 100,000 sessions costs one row. Owned by its indexer's
/// thread.
final class StoreRows {
    /// With more changed pieces than these, all rows are made.
    private static final int FEW = 200;

    private final EngineStore store;
    private final PieceCache pieces;

    /// What has changed since the last news, by the keys of the pieces; null when all rows are to be made.
    private @Nullable Map<String, Reading> changed;

    /// How single rows follow, since all were made last; null until the first piece changes.
    private @Nullable Singles singles;

    private int leftOut;

    /// @param shared sessions that lie in several pieces
    private record Singles(Optional<Function<Reading, List<SessionFacts>>> each, Set<SessionId> shared) {
        boolean follow(Reading before, Reading now) {
            return each.isPresent()
                    && before.hints().equals(now.hints())
                    && before.unreadable().equals(now.unreadable())
                    && ids(before).equals(ids(now))
                    && ids(now).stream().noneMatch(shared::contains);
        }
    }

    StoreRows(EngineStore store, PieceCache pieces) {
        this.store = store;
        this.pieces = pieces;
    }

    /// Notes that a piece was read.
    ///
    /// @param before what was known of it
    void read(@Nullable KnownPiece before, KnownPiece now) {
        var noted = changed;
        if (noted == null) {
            return;
        }
        if (before == null || noted.size() == FEW || !singles().follow(before.reading(), now.reading())) {
            changed = null;
        } else {
            noted.put(now.piece().key(), now.reading());
        }
    }

    /// Notes that more changed than what single pieces say.
    void all() {
        changed = null;
    }

    /// Notes how many older pieces memory does not hold; whether that is new.
    boolean leavesOut(int count) {
        if (count == leftOut) {
            return false;
        }
        leftOut = count;
        changed = null;
        return true;
    }

    /// The rows of all that changed since this was asked last.
    StoreNews news(EngineKey engine, @Nullable String trouble) {
        var noted = changed;
        StoreNews news = noted == null
                ? new StoreScan(engine, store.combine(pieces.readings()), pieces.unreadable(), leftOut, trouble)
                : new ChangedRows(engine, rows(noted.values()));
        if (noted == null) {
            singles = null;
        }
        changed = new HashMap<>();
        return news;
    }

    private List<SessionFacts> rows(Collection<Reading> readings) {
        var each = singles().each().orElseThrow();
        return readings.stream()
                .flatMap(reading -> each.apply(reading).stream())
                .toList();
    }

    private Singles singles() {
        var made = singles;
        if (made == null) {
            var readings = pieces.readings();
            var each = store.each(readings);
            made = new Singles(each, each.isPresent() ? shared(readings) : Set.of());
            singles = made;
        }
        return made;
    }

    private static Set<SessionId> shared(Collection<Reading> readings) {
        var seen = HashSet.<SessionId>newHashSet(readings.size());
        var shared = new HashSet<SessionId>();
        for (var reading : readings) {
            for (var row : reading.sessions()) {
                if (!seen.add(row.id())) {
                    shared.add(row.id());
                }
            }
        }
        return shared;
    }

    private static List<SessionId> ids(Reading reading) {
        return reading.sessions().stream().map(SessionFacts::id).toList();
    }
}
