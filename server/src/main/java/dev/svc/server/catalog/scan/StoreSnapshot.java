package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An immutable list of the sessions of one store.
public final class StoreSnapshot {
    private final EngineKey engine;
    private final SessionIndex byId;
    private final StoredSession[] newest;
    private final List<Unreadable> unreadable;
    private final int leftOut;
    private final @Nullable String trouble;

    /// Those whose texts may not be prepared yet; a race prepares them twice.
    private volatile StoredSession[] unprepared;

    private StoreSnapshot(
            EngineKey engine,
            SessionIndex byId,
            StoredSession[] newest,
            StoredSession[] unprepared,
            List<Unreadable> unreadable,
            int leftOut,
            @Nullable String trouble) {
        this.engine = engine;
        this.byId = byId;
        this.newest = newest;
        this.unprepared = unprepared;
        this.unreadable = unreadable;
        this.leftOut = leftOut;
        this.trouble = trouble;
    }

    public static StoreSnapshot empty(EngineKey engine) {
        return new StoreSnapshot(
                engine, SessionIndex.EMPTY, new StoredSession[0], new StoredSession[0], List.of(), 0, null);
    }

    public EngineKey engine() {
        return engine;
    }

    @Nullable
    public StoredSession find(SessionId id) {
        return byId.find(id);
    }

    /// Newest first; not to be changed.
    public StoredSession[] newest() {
        return newest;
    }

    /// Prepares every text for being searched.
    public void prepare() {
        for (var found : unprepared) {
            found.prepare();
        }
        unprepared = new StoredSession[0];
    }

    public List<Unreadable> unreadable() {
        return unreadable;
    }

    /// How many logs of the store, the oldest, memory does not hold.
    public int leftOut() {
        return leftOut;
    }

    @Nullable
    public String trouble() {
        return trouble;
    }

    /// What follows from news of the store; unchanged sessions stay the same object in the same place.
    public Next with(StoreNews news) {
        return switch (news) {
            case StoreScan scan -> with(scan);
            case ChangedRows some -> with(some);
        };
    }

    private Next with(ChangedRows some) {
        var order = new ArrayList<>(Arrays.asList(newest));
        var fresh = new LinkedHashMap<SessionId, StoredSession>();
        for (var facts : some.sessions()) {
            var before = byId.find(facts.id());
            if (before == null || !before.facts().equals(facts)) {
                var found = before == null ? StoredSession.of(facts) : before.with(facts);
                if (before != null) {
                    order.remove(place(order, before));
                }
                order.add(place(order, found), found);
                fresh.put(facts.id(), found);
            }
        }
        var sorted = order.toArray(StoredSession[]::new);
        var shelf =
                new StoreSnapshot(engine, byId.with(fresh), sorted, and(fresh.values()), unreadable, leftOut, trouble);
        return new Next(shelf, Set.copyOf(fresh.keySet()), Set.of(), false);
    }

    /// Where it is, or where it belongs.
    private static int place(List<StoredSession> order, StoredSession session) {
        int place = Collections.binarySearch(order, session, StoredSession.NEWEST);
        return place < 0 ? -place - 1 : place;
    }

    private StoredSession[] and(Collection<StoredSession> fresh) {
        return Stream.concat(Arrays.stream(unprepared), fresh.stream()).toArray(StoredSession[]::new);
    }

    private Next with(StoreScan scan) {
        var now = HashMap.<SessionId, StoredSession>newHashMap(scan.sessions().size());
        var fresh = new ArrayList<StoredSession>();
        var changed = new HashSet<SessionId>();
        int kept = 0;
        for (var facts : scan.sessions()) {
            var before = byId.find(facts.id());
            boolean same = before != null && before.facts().equals(facts);
            var found = before == null ? StoredSession.of(facts) : same ? before : before.with(facts);
            if (now.putIfAbsent(facts.id(), found) == null) {
                kept += before == null ? 0 : 1;
                if (!same) {
                    fresh.add(found);
                    changed.add(facts.id());
                }
            }
        }
        var gone = kept == byId.size() ? Set.<SessionId>of() : without(now.keySet());
        var sorted = sorted(gone, changed, fresh);
        var shelf = new StoreSnapshot(
                engine, new SessionIndex(now), sorted, sorted, scan.unreadable(), scan.leftOut(), scan.trouble());
        return new Next(shelf, changed, gone, !Objects.equals(trouble, scan.trouble()));
    }

    private Set<SessionId> without(Set<SessionId> now) {
        var gone = new HashSet<>(byId.ids());
        gone.removeAll(now);
        return gone;
    }

    /// What a new look at the store leads to.
    ///
    /// @param marked whether the whole store came into trouble or out of it
    public record Next(StoreSnapshot shelf, Set<SessionId> changed, Set<SessionId> gone, boolean marked) {
        boolean isNews() {
            return marked || !changed.isEmpty() || !gone.isEmpty();
        }
    }

    /// Starts from the old order, where few are out of place, so that sorting costs hardly more than a scan.
    private StoredSession[] sorted(Set<SessionId> gone, Set<SessionId> changed, List<StoredSession> fresh) {
        var order = new ArrayList<StoredSession>(newest.length + fresh.size());
        for (var found : newest) {
            var id = found.facts().id();
            if (!changed.contains(id) && !gone.contains(id)) {
                order.add(found);
            }
        }
        order.addAll(fresh);
        var sorted = order.toArray(StoredSession[]::new);
        Arrays.sort(sorted, StoredSession.NEWEST);
        return sorted;
    }
}
