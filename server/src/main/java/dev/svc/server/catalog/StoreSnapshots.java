package dev.svc.server.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.catalog.scan.StoreNews;
import dev.svc.server.catalog.scan.StoreSnapshot;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The present content of every store, and the listing made from it. One indexer per store publishes complete
/// snapshots; readers work on immutable snapshots and listings.
final class StoreSnapshots {
    @GuardedBy("this")
    private final Map<EngineKey, StoreSnapshot> byEngine = new TreeMap<>();

    private volatile Joined joined =
            new Joined(List.of(), List.of(), Listing.of(List.of(), Organisation.EMPTY, List.of()));

    /// A listing and its inputs: as long as the inputs are the same, the listing is reused.
    private record Joined(List<StoreSnapshot> shelves, List<Running> unfound, Listing listing) {}

    StoreSnapshots(Collection<EngineKey> engines) {
        engines.forEach(engine -> byEngine.put(engine, StoreSnapshot.empty(engine)));
    }

    StoreSnapshot.Next put(StoreNews news) {
        var next = get(news.engine()).with(news);
        put(next.shelf());
        return next;
    }

    private synchronized void put(StoreSnapshot snapshot) {
        byEngine.put(snapshot.engine(), snapshot);
    }

    synchronized StoreSnapshot get(EngineKey engine) {
        return byEngine.getOrDefault(engine, StoreSnapshot.empty(engine));
    }

    synchronized List<StoreSnapshot> all() {
        return List.copyOf(byEngine.values());
    }

    Listing listing(Organisation organisation, Map<SessionId, Running> now) {
        var all = all();
        var unfound = now.values().stream()
                .filter(it -> it.isLive() && get(it.id().engine()).find(it.id()) == null)
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

    private static boolean isSame(List<StoreSnapshot> a, List<StoreSnapshot> b) {
        return a.equals(b); // shelves are equal only when they are the same
    }
}
