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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions of one store as they are listed: a value that never changes once it is made.
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

    List<Unreadable> unreadable() {
        return unreadable;
    }

    @Nullable
    String trouble() {
        return trouble;
    }

    /// A store's new stock in the place of this one; what did not change stays the same object in the same place.
    Next with(Stock stock) {
        var now = new HashMap<SessionId, Found>(stock.sessions().size() * 2);
        var fresh = new ArrayList<Found>();
        var changed = new HashSet<SessionId>();
        for (var facts : stock.sessions()) {
            var before = byId.get(facts.id());
            boolean same = before != null && before.facts().equals(facts);
            var found = same ? before : Found.of(facts);
            if (now.putIfAbsent(facts.id(), found) == null && !same) {
                fresh.add(found);
                changed.add(facts.id());
            }
        }
        var gone = new HashSet<>(byId.keySet());
        gone.removeAll(now.keySet());
        var shelf = new Shelf(engine, now, sorted(now, changed, fresh), stock.unreadable(), stock.trouble());
        return new Next(shelf, changed, gone, !java.util.Objects.equals(trouble, stock.trouble()));
    }

    /// @param marked whether the whole store came into trouble or out of it
    record Next(Shelf shelf, Set<SessionId> changed, Set<SessionId> gone, boolean marked) {
        boolean isNews() {
            return marked || !changed.isEmpty() || !gone.isEmpty();
        }
    }

    /// The old order, in which few are out of place, so that sorting costs hardly more than looking.
    private Found[] sorted(Map<SessionId, Found> now, Set<SessionId> changed, List<Found> fresh) {
        var order = new ArrayList<Found>(now.size());
        for (var found : newest) {
            var id = found.facts().id();
            if (now.containsKey(id) && !changed.contains(id)) {
                order.add(found);
            }
        }
        fresh.sort(Found.NEWEST);
        order.addAll(fresh);
        var sorted = order.toArray(Found[]::new);
        Arrays.sort(sorted, Found.NEWEST);
        return sorted;
    }
}
