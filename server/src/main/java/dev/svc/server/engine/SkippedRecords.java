package dev.svc.server.engine;

import dev.svc.server.engine.file.Excerpt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts records that a reading could not understand, by kind and version. Owned by that reading.
public final class SkippedRecords {
    /// A damaged store could have an endless number of kinds.
    private static final int KINDS = 50;

    private final Map<Kind, Integer> counts = new LinkedHashMap<>();

    private record Kind(String name, String version) {}

    public SkippedRecords() {}

    /// Goes on counting.
    public SkippedRecords(List<Reading.Unreadable> before) {
        before.forEach(unreadable -> add(unreadable.kind(), unreadable.version(), unreadable.count()));
    }

    public void damaged(String version) {
        add("damaged line", version, 1);
    }

    public void tooLong(String version) {
        add("line over 16 MiB", version, 1);
    }

    /// A whole record of a type that is not known.
    public void unknown(String type, String version) {
        add(type.isEmpty() ? "record without a type" : Excerpt.cut(type, 60), version, 1);
    }

    private void add(String name, String version, int count) {
        var kind = new Kind(name, version);
        counts.merge(
                counts.size() < KINDS || counts.containsKey(kind) ? kind : new Kind("other", ""), count, Integer::sum);
    }

    public int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public List<Reading.Unreadable> counts() {
        return counts.entrySet().stream()
                .map(entry -> new Reading.Unreadable(
                        entry.getKey().name(), entry.getValue(), entry.getKey().version()))
                .toList();
    }
}
