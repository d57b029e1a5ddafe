package dev.svc.server.http.session;

import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.view.FoundRow;
import dev.svc.server.fleet.view.RemoteSelection;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// The rows of this host and those of others in one order, without putting them all into one list: each place
/// is found in halves.
final class UnionRows {
    private final int hereSize;
    private final IntFunction<Row> here;
    private final List<FoundRow> there;
    private final Sort sort;

    /// @param hereSize how many rows of this host there are; 0 when they are not asked for
    /// @param here the row in a place of these
    UnionRows(int hereSize, IntFunction<Row> here, List<FoundRow> there, Sort sort) {
        this.hereSize = hereSize;
        this.here = here;
        this.there = there;
        this.sort = sort;
    }

    int size() {
        return hereSize + there.size();
    }

    /// Hands over the rows from one place to another, in order.
    void each(int from, int to, Consumer<Row> ours, Consumer<FoundRow> theirs) {
        int at = Math.min(from, size());
        int a = split(at);
        int b = at - a;
        for (int place = at; place < Math.min(to, size()); place++) {
            if (isOurs(a, b)) {
                ours.accept(row(a++));
            } else {
                theirs.accept(there.get(b++));
            }
        }
    }

    private Row row(int place) {
        return here.apply(place);
    }

    private boolean isOurs(int a, int b) {
        return a < hereSize && (b >= there.size() || compare(row(a), there.get(b)) <= 0);
    }

    /// How many of the first `place` rows are this host's.
    private int split(int place) {
        int low = Math.max(0, place - there.size());
        int high = Math.min(place, hereSize);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(row(middle), there.get(place - middle - 1)) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// What both lists are ordered by, but for ties.
    private int compare(Row ours, FoundRow theirs) {
        int favourite = Boolean.compare(theirs.row().sticky(), ours.sticky());
        if (favourite != 0) {
            return favourite;
        }
        return switch (sort) {
            case UPDATED -> byTime(ours, theirs);
            case CREATED ->
                Long.compare(
                        remote(theirs).createdAt().toEpochMilli(),
                        ours.facts().createdAt().toEpochMilli());
            case TITLE ->
                RemoteSelection.titleKey(ours.title(), Folding::fold)
                        .compareTo(RemoteSelection.titleKey(remote(theirs).title(), Folding::fold));
            case WAITING -> {
                int since = since(ours).compareTo(since(theirs));
                yield since != 0 ? since : byTime(ours, theirs);
            }
        };
    }

    private static int byTime(Row ours, FoundRow theirs) {
        return Long.compare(
                theirs.row().updatedMillis(), ours.facts().updatedAt().toEpochMilli());
    }

    private static Instant since(Row row) {
        return row.asking() == null ? Instant.MAX : row.asking().since();
    }

    private static Instant since(FoundRow found) {
        if (!found.row().isWaiting()) {
            return Instant.MAX;
        }
        var asking = remote(found).asking();
        return asking == null ? Instant.MAX : asking.since();
    }

    private static RemoteRow remote(FoundRow found) {
        return found.row().unpacked();
    }
}
