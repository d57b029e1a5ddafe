package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFolder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a query found on other hosts, in its order, with its counts.
public final class RemoteSelection {
    private final List<FoundRow> rows = new ArrayList<>();
    private final Map<String, Integer> hosts = new LinkedHashMap<>();
    private final Map<EngineKey, Integer> engines = new TreeMap<>();
    private final Map<Optional<String>, Integer> projects = new HashMap<>();
    private final List<String> folders = new ArrayList<>();
    private final RemoteQuery query;
    private final Folded fold;
    private final Instant now;

    private RemoteSelection(RemoteQuery query, Folded fold, Instant now) {
        this.query = query;
        this.fold = fold;
        this.now = now;
    }

    /// @param pictures the rows of each host, the newest first
    static RemoteSelection of(Map<String, PackedRow[]> pictures, RemoteQuery query, Folded fold, Instant now) {
        var selection = new RemoteSelection(query, fold, now);
        pictures.forEach(selection::add);
        selection.rows.sort(selection.order());
        return selection;
    }

    private void add(String host, PackedRow[] picture) {
        int count = 0;
        for (var row : picture) {
            if (!query.takes(row, fold, now)) {
                continue;
            }
            boolean isAskedFor = query.isAbout(host);
            if (isAskedFor && row.cwd() != null) {
                folders.add(row.cwd());
            }
            if (isInFolderAskedFor(row)) {
                count++;
                if (isAskedFor) {
                    rows.add(new FoundRow(host, row));
                    engines.merge(row.engine(), 1, Integer::sum);
                    projects.merge(Optional.ofNullable(row.project()), 1, Integer::sum);
                }
            }
        }
        hosts.put(host, count);
    }

    private boolean isInFolderAskedFor(PackedRow row) {
        return query.folders().isEmpty()
                || query.folders().stream().anyMatch(folder -> SessionFolder.isIn(folder, row.cwd()));
    }

    private Comparator<FoundRow> order() {
        var favourites = Comparator.comparing((FoundRow it) -> !it.row().sticky());
        var newest = Comparator.comparing(FoundRow::row, PackedRow.NEWEST).thenComparing(FoundRow::host);
        return switch (query.order()) {
            case UPDATED -> favourites.thenComparing(newest);
            case CREATED ->
                favourites
                        .thenComparing(of(it -> it.unpacked().createdAt(), Instant.class), Comparator.reverseOrder())
                        .thenComparing(newest);
            case TITLE ->
                favourites.thenComparing(of(this::title, String.class)).thenComparing(newest);
            case WAITING ->
                favourites
                        .thenComparing(of(RemoteSelection::since, Instant.class))
                        .thenComparing(newest);
        };
    }

    /// Reads each row once, because a comparison asks many times.
    private <T> Function<FoundRow, T> of(Function<PackedRow, T> reading, Class<T> type) {
        var known = new IdentityHashMap<PackedRow, T>();
        return found -> type.cast(known.computeIfAbsent(found.row(), reading));
    }

    private String title(PackedRow row) {
        return titleKey(row.unpacked().title(), fold);
    }

    /// What a title is ordered by; rows without one come last.
    public static String titleKey(@Nullable String title, Folded fold) {
        return fold.of(Objects.toString(title, "\uffff"));
    }

    /// Since when a row waits; what does not wait comes after all that does.
    private static Instant since(PackedRow row) {
        if (!row.isWaiting()) {
            return Instant.MAX;
        }
        var asking = row.unpacked().asking();
        return asking == null ? Instant.MAX : asking.since();
    }

    /// In the order asked for.
    public List<FoundRow> rows() {
        return Collections.unmodifiableList(rows);
    }

    /// Of each host, how many rows there would be if it were asked for.
    public Map<String, Integer> hosts() {
        return Collections.unmodifiableMap(hosts);
    }

    public Map<EngineKey, Integer> engines() {
        return Collections.unmodifiableMap(engines);
    }

    /// By the names of projects; empty for rows of none.
    public Map<Optional<String>, Integer> projects() {
        return Collections.unmodifiableMap(projects);
    }

    /// The folder of each row that would be found without a folder asked for.
    public List<String> folders() {
        return Collections.unmodifiableList(folders);
    }
}
