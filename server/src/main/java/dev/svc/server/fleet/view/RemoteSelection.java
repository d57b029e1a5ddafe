package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.fleet.view.RemoteQuery.Order;
import dev.svc.server.session.EngineKey;
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
    private final List<Found> found = new ArrayList<>();
    private final Map<String, Integer> hosts = new LinkedHashMap<>();
    private final RemoteQuery query;
    private final Folded fold;
    private final List<FoundRow> rows;

    /// What was found on one host that is asked for.
    private record Found(String host, HostSelection selection) {}

    private RemoteSelection(Map<String, HostPicture> pictures, RemoteQuery query, Folded fold, Instant now) {
        this.query = query;
        this.fold = fold;
        pictures.forEach((host, picture) -> {
            var selection = picture.select(query, fold, now);
            hosts.put(host, selection.size());
            if (query.isAbout(host)) {
                found.add(new Found(host, selection));
            }
        });
        this.rows = query.order() == Order.UPDATED ? merged() : sorted();
    }

    /// @param pictures the rows of each host
    static RemoteSelection of(Map<String, HostPicture> pictures, RemoteQuery query, Folded fold, Instant now) {
        return new RemoteSelection(pictures, query, fold, now);
    }

    private List<FoundRow> merged() {
        var favourites = new ArrayList<MergedRows.Run>();
        var others = new ArrayList<MergedRows.Run>();
        for (var it : found) {
            favourites.add(new MergedRows.Run(it.host(), it.selection().favourites()));
            others.add(new MergedRows.Run(it.host(), it.selection().others()));
        }
        return new MergedRows(favourites, others);
    }

    private List<FoundRow> sorted() {
        var all = new ArrayList<FoundRow>();
        for (var it : found) {
            it.selection().favourites().forEach(row -> all.add(new FoundRow(it.host(), row)));
            it.selection().others().forEach(row -> all.add(new FoundRow(it.host(), row)));
        }
        all.sort(order());
        return Collections.unmodifiableList(all);
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

    /// In the order asked for. Those in the order of time are put into it as far as somebody looks: for one thread.
    public List<FoundRow> rows() {
        return rows;
    }

    /// How many of the rows are favourites, which stand first.
    public int favourites() {
        return found.stream().mapToInt(it -> it.selection().favourites().size()).sum();
    }

    /// The rows of each host that are no favourites, the newest first.
    public List<List<PackedRow>> others() {
        return found.stream().map(it -> it.selection().others()).toList();
    }

    /// Of each host, how many rows there would be if it were asked for.
    public Map<String, Integer> hosts() {
        return Collections.unmodifiableMap(hosts);
    }

    public Map<EngineKey, Integer> engines() {
        var engines = new TreeMap<EngineKey, Integer>();
        found.forEach(it -> it.selection().addEnginesTo(engines));
        return Collections.unmodifiableMap(engines);
    }

    /// By the names of projects; empty for rows of none.
    public Map<Optional<String>, Integer> projects() {
        var named = new HashMap<String, Integer>();
        found.forEach(it -> it.selection().addProjectsTo(named));
        var projects = new HashMap<Optional<String>, Integer>();
        named.forEach((name, count) -> projects.put(Optional.of(name), count));
        int without =
                found.stream().mapToInt(it -> it.selection().withoutProject()).sum();
        if (without > 0) {
            projects.put(Optional.empty(), without);
        }
        return Collections.unmodifiableMap(projects);
    }

    /// How many rows would be found in each folder without a folder asked for.
    public Map<String, Integer> folders() {
        var folders = new HashMap<String, Integer>();
        found.forEach(it -> it.selection().addFoldersTo(folders));
        return Collections.unmodifiableMap(folders);
    }
}
