package dev.svc.server.wiring.terminal;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.outside.Recent;
import dev.svc.server.session.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The newest sessions of each folder, from the catalog.
public final class RecentSessions implements Recent {
    private final Catalog catalog;
    private final Supplier<Set<SessionId>> ours;

    /// @param ours the sessions whose programs svc runs
    public RecentSessions(Catalog catalog, Supplier<Set<SessionId>> ours) {
        this.catalog = catalog;
        this.ours = ours;
    }

    @Override
    public Map<Place, Newest> newest() {
        var all = new HashMap<Place, Newest>();
        var left = ours.get();
        for (var facts : catalog.stored()) {
            var folder = facts.cwd();
            if (folder != null && facts.parent() == null && !left.contains(facts.id())) {
                all.merge(
                        new Place(facts.id().engine(), folder),
                        new Newest(facts.id(), facts.updatedAt()),
                        (one, other) -> one.at().isBefore(other.at()) ? other : one);
            }
        }
        return all;
    }
}
