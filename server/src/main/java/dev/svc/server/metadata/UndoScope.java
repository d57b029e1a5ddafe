package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The later entries that affect an undo of earlier ones: an old entry may have a million others after it.
final class UndoScope {
    private final Set<Long> targets = new HashSet<>();
    private final Set<String> concerned = new HashSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private long first = Long.MAX_VALUE;

    void target(Entry entry) {
        targets.add(entry.seq());
        concerned.addAll(FieldKey.of(entry.event()));
        first = Math.min(first, entry.seq());
    }

    /// Takes the next entry, after the targets named so far.
    void add(Entry entry) {
        if (entry.undoes() != null || !Collections.disjoint(concerned, FieldKey.of(entry.event()))) {
            entries.add(entry);
        }
    }

    /// What of it holds: a pair of a change and its undoing counts as nothing.
    LaterEntries standing() {
        var undone = new HashSet<Long>();
        var standing = new LaterEntries();
        for (var entry : entries.reversed()) {
            if (undone.contains(entry.seq())) {
                continue;
            }
            var undoes = entry.undoes();
            if (undoes != null) {
                undone.add(undoes);
            }
            if (undoes == null || undoes < first || targets.contains(undoes)) {
                standing.add(entry);
            }
        }
        return standing;
    }
}
