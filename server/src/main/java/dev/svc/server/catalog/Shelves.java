package dev.svc.server.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.metadata.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What every store holds now, and the listing that it makes. One keeper a store hands over whole stocks; readers work
/// on shelves and listings that never change.
final class Shelves {
    @GuardedBy("this")
    private final Map<EngineKey, Shelf> byEngine = new TreeMap<>();

    private volatile Joined joined =
            new Joined(List.of(), List.of(), Listing.of(List.of(), Organisation.EMPTY, List.of()));

    /// A listing and what it was made of: as long as these are the same, so is the listing.
    private record Joined(List<Shelf> shelves, List<Running> unfound, Listing listing) {}

    Shelves(Collection<EngineKey> engines) {
        engines.forEach(engine -> byEngine.put(engine, Shelf.empty(engine)));
    }

    Shelf.Next put(Stock stock) {
        var next = get(stock.engine()).with(stock);
        put(next.shelf());
        return next;
    }

    private synchronized void put(Shelf shelf) {
        byEngine.put(shelf.engine(), shelf);
    }

    synchronized Shelf get(EngineKey engine) {
        return byEngine.getOrDefault(engine, Shelf.empty(engine));
    }

    synchronized List<Shelf> all() {
        return List.copyOf(byEngine.values());
    }

    Listing listing(Organisation organisation, Map<SessionId, Running> now) {
        var all = all();
        var unfound = now.values().stream()
                .filter(it -> it.status().isLive() && get(it.id().engine()).find(it.id()) == null)
                .toList();
        var last = joined;
        if (isSame(last.shelves(), all)
                && last.listing().organisation() == organisation
                && last.unfound().equals(unfound)) {
            return last.listing();
        }
        var made = new Joined(all, unfound, Listing.of(all, organisation, unfound));
        joined = made;
        return made.listing();
    }

    private static boolean isSame(List<Shelf> a, List<Shelf> b) {
        return a.equals(b); // shelves are equal only when they are the same
    }
}
