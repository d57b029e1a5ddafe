package dev.svc.server.fleet.view;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.fleet.view.RemoteQuery.State;
import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// The rows of one host at one moment, the newest first. They stay as they are; what the last queries found is
/// remembered, so that a page is counted anew for hosts alone of which something has changed.
final class HostPicture {
    private static final int REMEMBERED = 4;

    private final PackedRow[] rows;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Asked, HostSelection> known = new LinkedHashMap<>();

    /// What of a query is about the rows of a single host, in a form that can be recognised.
    private record Asked(Set<EngineKey> engines, State state, List<String> words, List<String> folders) {}

    private HostPicture(PackedRow[] rows) {
        this.rows = rows;
    }

    static HostPicture of(Stream<PackedRow> rows) {
        return new HostPicture(rows.sorted(PackedRow.NEWEST).toArray(PackedRow[]::new));
    }

    /// A later picture of the same host.
    ///
    /// @param gone rows of this picture
    /// @param come others, in any order
    HostPicture with(Collection<PackedRow> gone, Collection<PackedRow> come) {
        Set<PackedRow> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(gone);
        var fresh = come.stream().sorted(PackedRow.NEWEST).toArray(PackedRow[]::new);
        var next = new PackedRow[rows.length - gone.size() + fresh.length];
        int at = 0;
        int first = 0;
        for (var row : rows) {
            if (left.contains(row)) {
                continue;
            }
            while (first < fresh.length && PackedRow.NEWEST.compare(fresh[first], row) < 0) {
                next[at++] = fresh[first++];
            }
            next[at++] = row;
        }
        System.arraycopy(fresh, first, next, at, fresh.length - first);
        return new HostPicture(next);
    }

    /// What a query finds here.
    HostSelection select(RemoteQuery query, Folded fold, Instant now) {
        if (query.project() != null) {
            return HostSelection.of(rows, query, fold, now);
        }
        var asked = new Asked(query.engines(), query.state(), query.words(), query.folders());
        lock.lock();
        try {
            var found = known.get(asked);
            if (found != null && found.holds(now)) {
                return found;
            }
        } finally {
            lock.unlock();
        }
        var made = HostSelection.of(rows, query, fold, now);
        lock.lock();
        try {
            known.remove(asked);
            known.put(asked, made);
            if (known.size() > REMEMBERED) {
                known.remove(known.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
        return made;
    }
}
