package dev.svc.server.catalog.scan;

import dev.svc.server.session.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions of a store by their ids. Immutable: one that follows another keeps what is the same, and what changed
/// since then beside it, so that a change costs what changed.
final class SessionIndex {
    static final SessionIndex EMPTY = new SessionIndex(Map.of());

    /// With more changed sessions than these beside them, all are put together anew.
    private static final int FEW = 1000;

    private final Map<SessionId, StoredSession> all;
    private final Map<SessionId, StoredSession> since;

    /// @param all not to be changed from here on
    SessionIndex(Map<SessionId, StoredSession> all) {
        this(all, Map.of());
    }

    private SessionIndex(Map<SessionId, StoredSession> all, Map<SessionId, StoredSession> since) {
        this.all = all;
        this.since = since;
    }

    @Nullable
    StoredSession find(SessionId id) {
        var later = since.get(id);
        return later == null ? all.get(id) : later;
    }

    int size() {
        return ids().size();
    }

    Set<SessionId> ids() {
        return all.keySet();
    }

    /// The same with these; those that were not in it yet come as well.
    SessionIndex with(Map<SessionId, StoredSession> changed) {
        var later = new HashMap<>(since);
        later.putAll(changed);
        return later.size() <= FEW && all.keySet().containsAll(changed.keySet())
                ? new SessionIndex(all, later)
                : new SessionIndex(together(later));
    }

    private Map<SessionId, StoredSession> together(Map<SessionId, StoredSession> later) {
        var together = new HashMap<>(all);
        together.putAll(later);
        return together;
    }
}
