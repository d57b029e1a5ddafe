package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// The rows of several hosts in the order of time, favourites first: put together as far as they are looked at. For one
/// thread.
final class MergedRows extends AbstractList<FoundRow> {
    private static final Comparator<Merging> NEWEST =
            Comparator.comparing(Merging::row, PackedRow.NEWEST).thenComparing(it -> it.run.host());

    private final PriorityQueue<Merging> favourites = new PriorityQueue<>(NEWEST);
    private final PriorityQueue<Merging> others = new PriorityQueue<>(NEWEST);
    private final List<FoundRow> merged = new ArrayList<>();
    private final int size;

    /// Rows of one host, the newest first.
    record Run(String host, List<PackedRow> rows) {}

    private static final class Merging {
        final Run run;
        int at;

        Merging(Run run) {
            this.run = run;
        }

        PackedRow row() {
            return run.rows().get(at);
        }
    }

    MergedRows(List<Run> favourites, List<Run> others) {
        this.size = begin(favourites, this.favourites) + begin(others, this.others);
    }

    private static int begin(List<Run> runs, PriorityQueue<Merging> merging) {
        int count = 0;
        for (var run : runs) {
            if (!run.rows().isEmpty()) {
                merging.add(new Merging(run));
                count += run.rows().size();
            }
        }
        return count;
    }

    @Override
    public FoundRow get(int place) {
        if (place >= size) {
            throw new IndexOutOfBoundsException(place);
        }
        while (merged.size() <= place) {
            merged.add(next(favourites.isEmpty() ? others : favourites));
        }
        return merged.get(place);
    }

    private static FoundRow next(PriorityQueue<Merging> from) {
        var first = from.remove();
        var row = new FoundRow(first.run.host(), first.row());
        first.at++;
        if (first.at < first.run.rows().size()) {
            from.add(first);
        }
        return row;
    }

    @Override
    public int size() {
        return size;
    }
}
