package dev.svc.server.catalog;

import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable list of the sessions of one store.
final class Shelf {
    private final EngineKey engine;
    private final Map<SessionId, Found> byId;
    private final Found[] newest;
    private final List<Unreadable> unreadable;
    private final @Nullable String trouble;

    private Shelf(
            EngineKey engine,
            Map<SessionId, Found> byId,
            Found[] newest,
            List<Unreadable> unreadable,
            @Nullable String trouble) {
        this.engine = engine;
        this.byId = byId;
        this.newest = newest;
        this.unreadable = unreadable;
        this.trouble = trouble;
    }

    static Shelf empty(EngineKey engine) {
        return new Shelf(engine, Map.of(), new Found[0], List.of(), null);
    }

    EngineKey engine() {
        return engine;
    }

    @Nullable
    Found find(SessionId id) {
        return byId.get(id);
    }

    /// Newest first; not to be changed.
    Found[] newest() {
        return newest;
    }

    /// Prepares every text for being searched.
    void prepare() {
        for (var found : newest) {
            found.prepare();
        }
    }

    List<Unreadable> unreadable() {
        return unreadable;
    }

    @Nullable
    String trouble() {
        return trouble;
    }

    /// Replaces the content with a new stock; unchanged sessions stay the same object in the same place.
    Next with(Stock stock) {
        var now = HashMap.<SessionId, Found>newHashMap(stock.sessions().size());
        var fresh = new ArrayList<Found>();
        var changed = new HashSet<SessionId>();
        int kept = 0;
        for (var facts : stock.sessions()) {
            var before = byId.get(facts.id());
            boolean same = before != null && before.facts().equals(facts);
            var found = before == null ? Found.of(facts) : same ? before : before.with(facts);
            if (now.putIfAbsent(facts.id(), found) == null) {
                kept += before == null ? 0 : 1;
                if (!same) {
                    fresh.add(found);
                    changed.add(facts.id());
                }
            }
        }
        var gone = kept == byId.size() ? Set.<SessionId>of() : without(now.keySet());
        var shelf = new Shelf(engine, now, sorted(gone, changed, fresh), stock.unreadable(), stock.trouble());
        return new Next(shelf, changed, gone, !Objects.equals(trouble, stock.trouble()));
    }

    private Set<SessionId> without(Set<SessionId> now) {
        var gone = new HashSet<>(byId.keySet());
        gone.removeAll(now);
        return gone;
    }

    /// @param marked whether the whole store came into trouble or out of it
    record Next(Shelf shelf, Set<SessionId> changed, Set<SessionId> gone, boolean marked) {
        boolean isNews() {
            return marked || !changed.isEmpty() || !gone.isEmpty();
        }
    }

    /// Starts from the old order, where few are out of place, so that sorting costs hardly more than a scan.
    private Found[] sorted(Set<SessionId> gone, Set<SessionId> changed, List<Found> fresh) {
        var order = new ArrayList<Found>(newest.length + fresh.size());
        for (var found : newest) {
            var id = found.facts().id();
            if (!changed.contains(id) && !gone.contains(id)) {
                order.add(found);
            }
        }
        order.addAll(fresh);
        var sorted = order.toArray(Found[]::new);
        Arrays.sort(sorted, Found.NEWEST);
        return sorted;
    }
}
