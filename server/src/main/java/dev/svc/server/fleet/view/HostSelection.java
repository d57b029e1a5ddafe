package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFolder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a query finds among the rows of one host, whether it asks for that host or not, with its counts. Immutable once
/// it is made.
final class HostSelection {
    private final List<PackedRow> favourites = new ArrayList<>();
    private final List<PackedRow> others = new ArrayList<>();
    private final Map<EngineKey, int[]> engines = new TreeMap<>();
    private final Map<String, int[]> projects = new HashMap<>();
    private final Map<String, int[]> folders = new HashMap<>();
    private final long madeAt;
    private int withoutProject;
    private long holdsUntil = Long.MAX_VALUE;

    private HostSelection(long madeAt) {
        this.madeAt = madeAt;
    }

    /// @param rows the newest first
    static HostSelection of(PackedRow[] rows, RemoteQuery query, Folded fold, Instant now) {
        var selection = new HostSelection(now.toEpochMilli());
        for (var row : rows) {
            long wakes = row.wakes();
            if (wakes > selection.madeAt) {
                selection.holdsUntil = Math.min(selection.holdsUntil, wakes);
            }
            if (query.takes(row, fold, now)) {
                selection.add(row, query.folders());
            }
        }
        return selection;
    }

    private void add(PackedRow row, List<String> wanted) {
        var cwd = row.cwd();
        if (cwd != null) {
            count(folders, cwd);
        }
        if (!wanted.isEmpty() && wanted.stream().noneMatch(folder -> SessionFolder.isIn(folder, cwd))) {
            return;
        }
        (row.sticky() ? favourites : others).add(row);
        count(engines, row.engine());
        var project = row.project();
        if (project == null) {
            withoutProject++;
        } else {
            count(projects, project);
        }
    }

    private static <K> void count(Map<K, int[]> counts, K key) {
        counts.computeIfAbsent(key, _ -> new int[1])[0]++;
    }

    /// Whether the same query finds the same at this moment: snoozed rows come back by themselves.
    boolean holds(Instant now) {
        long millis = now.toEpochMilli();
        return madeAt <= millis && millis < holdsUntil;
    }

    int size() {
        return favourites.size() + others.size();
    }

    /// The newest first.
    List<PackedRow> favourites() {
        return Collections.unmodifiableList(favourites);
    }

    /// The newest first.
    List<PackedRow> others() {
        return Collections.unmodifiableList(others);
    }

    void addEnginesTo(Map<EngineKey, Integer> all) {
        addTo(engines, all);
    }

    void addProjectsTo(Map<String, Integer> all) {
        addTo(projects, all);
    }

    int withoutProject() {
        return withoutProject;
    }

    /// The folders of what would be found without a folder asked for.
    void addFoldersTo(Map<String, Integer> all) {
        addTo(folders, all);
    }

    private static <K> void addTo(Map<K, int[]> counts, Map<K, Integer> all) {
        counts.forEach((key, count) -> all.merge(key, count[0], Integer::sum));
    }
}
