package dev.svc.server.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What came after an entry that is to be taken back. A pair of a change and its undoing counts as nothing.
final class Later {
    private final List<Entry> entries = new ArrayList<>();

    void add(Entry entry) {
        entries.add(entry);
    }

    void requireNotUndone(Entry target) {
        for (var entry : standing()) {
            if (Objects.equals(entry.undoes(), target.seq())) {
                throw new ConflictingChangeException(
                        "change " + target.seq() + " was already undone by change " + entry.seq());
            }
        }
    }

    void requireNothingInTheWay(Entry target) {
        var touched = Touch.of(target.event());
        for (var entry : standing()) {
            if (entry.seq() > target.seq() && !Collections.disjoint(touched, Touch.of(entry.event()))) {
                throw new ConflictingChangeException("change " + entry.seq()
                        + " came later and concerns the same: undo " + "that one first, or force it");
            }
        }
    }

    /// Later entries that were not taken back themselves, and whose own targets are still theirs.
    private List<Entry> standing() {
        Set<Long> undone = new HashSet<>();
        var standing = new ArrayList<Entry>();
        for (var entry : entries.reversed()) {
            if (undone.contains(entry.seq())) {
                continue;
            }
            var undoes = entry.undoes();
            if (undoes != null) {
                undone.add(undoes);
            }
            standing.add(entry);
        }
        standing.removeIf(entry -> entry.undoes() != null && isAmongEntries(entry.undoes()));
        return standing;
    }

    private boolean isAmongEntries(long seq) {
        return entries.stream().anyMatch(entry -> entry.seq() == seq);
    }
}
