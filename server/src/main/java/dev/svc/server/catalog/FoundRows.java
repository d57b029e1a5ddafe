package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InFolder;
import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows that a query found at one moment, each to be looked at by its place: for a list that has rows of
/// other hosts between them.
public final class FoundRows {
    private final Selected selected;
    private final Function<Listed, @Nullable Running> running;
    private final Instant now;
    private final List<EngineKey> looking;

    FoundRows(Selected selected, Function<Listed, @Nullable Running> running, Instant now, List<EngineKey> looking) {
        this.selected = selected;
        this.running = running;
        this.now = now;
        this.looking = List.copyOf(looking);
    }

    public int size() {
        return selected.rows().size();
    }

    /// One of these rows.
    ///
    /// @param place in the order asked for
    public Row row(int place) {
        var listed = selected.rows().get(place);
        return listed.row(running.apply(listed), now);
    }

    public List<InProject> projects() {
        return selected.projects();
    }

    public List<OfEngine> engines() {
        return selected.engines();
    }

    /// The programs whose stores have not been looked at yet.
    public List<EngineKey> looking() {
        return looking;
    }

    /// The fullest folders of these rows and others together; null unless the query asks for folders.
    ///
    /// @param ours whether these rows count
    /// @param others how many other rows there are in each folder
    public @Nullable List<InFolder> folders(Query query, boolean ours, Supplier<Map<String, Integer>> others) {
        var words = query.facets().folders();
        if (words == null) {
            return null;
        }
        var known = selected.folders();
        List<InFolder> here = known == null || !ours ? List.of() : known;
        var counts = new FolderCounts(Selection.words(words));
        others.get().forEach(counts::add);
        Map<String, Integer> together = Stream.concat(here.stream(), counts.fullest().stream())
                .collect(Collectors.toMap(InFolder::path, InFolder::count, Integer::sum));
        return FolderCounts.fullest(together);
    }

    /// How many of these rows are favourites, which stand first.
    public int favourites() {
        int favourites = 0;
        while (favourites < size() && selected.rows().get(favourites).marks().sticky()) {
            favourites++;
        }
        return favourites;
    }

    /// How rows that are ordered by time are spread over days and months.
    ///
    /// @param favourites how many stand first, whatever their time
    /// @param runs the other rows, those of each host by themselves
    public static TimeSpread times(int favourites, List<TimeSpread.Run> runs, ZoneId zone) {
        return TimeSpread.of(favourites, runs, zone);
    }
}
