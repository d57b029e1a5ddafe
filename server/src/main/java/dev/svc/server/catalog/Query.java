package dev.svc.server.catalog;

import dev.svc.server.catalog.Filter.Kind;
import dev.svc.server.catalog.Filter.Place;
import dev.svc.server.catalog.Filter.Put;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What to list, in which order, and which part of it. Everything is checked at the boundary; here it is only applied.
///
/// @param facets what to count beside programs and projects
public record Query(Filter filter, Sort sort, Slice slice, Facets facets) {

    public enum Archived {
        NO,
        ONLY,
        ALL
    }

    public enum Snoozed {
        /// They are left out of the daily list alone: words look through all, and so do lists of what is archived.
        DAILY,
        NO,
        ONLY,
        ALL
    }

    public enum Sort {
        UPDATED,
        CREATED,
        TITLE,
        /// What waits comes first, the longest waiting before the others.
        WAITING
    }

    /// One project, or none.
    ///
    /// @param id null for sessions of no project
    public record InProject(@Nullable ProjectId id) {}

    public record Slice(int offset, int limit) {
        private static final Slice NOTHING = new Slice(0, 0);
    }

    /// Counts that cost something, so that only who shows them asks for them.
    ///
    /// @param zone by whose calendar to count times; null for no times
    /// @param folders words that the counted folders contain; null for no folders
    public record Facets(@Nullable ZoneId zone, @Nullable String folders) {
        public static final Facets NONE = new Facets(null, null);

        /// Times are counted page by page: that takes no look at every row.
        Facets ofAnyPage() {
            return new Facets(null, folders);
        }
    }

    /// Everything that is not put away, the newest first.
    public static Query first(int limit) {
        return new Query(Filter.DAILY, Sort.UPDATED, new Slice(0, limit), Facets.NONE);
    }

    public Query from(int offset) {
        return new Query(filter, sort, new Slice(offset, slice.limit()), facets);
    }

    /// The same for every page of what it finds.
    Query ofAnyPage() {
        return new Query(filter, sort, Slice.NOTHING, facets.ofAnyPage());
    }

    public Query by(Sort newSort) {
        return new Query(filter, newSort, slice, facets);
    }

    public Query counting(Facets newFacets) {
        return new Query(filter, sort, slice, newFacets);
    }

    public Query with(String words) {
        return of(filter.with(words));
    }

    public Query with(Archived which) {
        return of(filter.with(new Put(which, filter.put().snoozed())));
    }

    public Query with(Snoozed which) {
        return of(filter.with(new Put(filter.put().archived(), which)));
    }

    public Query where(Predicate<Row> condition) {
        return of(filter.with(condition));
    }

    /// Only what belongs to a project or, with null, whatever it belongs to.
    public Query in(@Nullable InProject project) {
        return of(filter.with(new Place(project, filter.place().folders())));
    }

    public Query below(List<String> folders) {
        return of(filter.with(new Place(filter.place().project(), folders)));
    }

    public Query of(Set<EngineKey> engines) {
        return of(filter.with(engines));
    }

    public Query of(Kind kind) {
        return of(filter.with(kind));
    }

    private Query of(Filter newFilter) {
        return new Query(newFilter, sort, slice, facets);
    }
}
