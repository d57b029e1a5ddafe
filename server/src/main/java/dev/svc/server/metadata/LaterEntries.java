package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Entry;
import java.util.HashMap;
import java.util.Map;

/// Later entries still in force, indexed by what they undo and by what they change: a batch looks up each of its
/// entries once.
final class LaterEntries {
    private final Map<Long, Entry> undoing = new HashMap<>();
    private final Map<String, Entry> newest = new HashMap<>();

    /// Takes them newest first.
    void add(Entry entry) {
        var undoes = entry.undoes();
        if (undoes != null) {
            undoing.putIfAbsent(undoes, entry);
        }
        FieldKey.of(entry.event()).forEach(value -> newest.putIfAbsent(value, entry));
    }

    void requireNotUndone(Entry target) {
        var by = undoing.get(target.seq());
        if (by != null) {
            throw new ConflictingChangeException(
                    "change " + target.seq() + " was already undone by change " + by.seq());
        }
    }

    void requireNothingInTheWay(Entry target) {
        for (var value : FieldKey.of(target.event())) {
            var entry = newest.get(value);
            if (entry != null && entry.seq() > target.seq()) {
                throw new ConflictingChangeException("change " + entry.seq()
                        + " came later and concerns the same: undo that one first, or force it");
            }
        }
    }
}
