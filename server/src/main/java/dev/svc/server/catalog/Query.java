package dev.svc.server.catalog;

import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What to list. Everything is checked at the boundary; here it is only applied.
///
/// @param words each must occur in some text of a row; empty for no condition
/// @param project null for any
/// @param engines empty for any
/// @param live only sessions that have a terminal
/// @param subagents include sub-agents' sessions, which are not rows otherwise
/// @param also what must hold of a row beside all that; null for nothing
/// @param snoozed whether snoozed sessions are among the others, left out, or alone
/// @param folders only sessions in one of these or below; empty for any
/// @param facets what to count beside programs and projects
public record Query(
        Archived archived,
        Snoozed snoozed,
        String words,
        @Nullable InProject project,
        Set<EngineKey> engines,
        boolean live,
        boolean subagents,
        Sort sort,
        int offset,
        int limit,
        @Nullable Predicate<Row> also,
        List<String> folders,
        Facets facets) {

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

    public Query {
        engines = Set.copyOf(engines);
        folders = List.copyOf(folders);
    }

    public Query(
            Archived archived,
            String words,
            @Nullable InProject project,
            Set<EngineKey> engines,
            boolean live,
            boolean subagents,
            Sort sort,
            int offset,
            int limit) {
        this(
                archived,
                Snoozed.DAILY,
                words,
                project,
                engines,
                live,
                subagents,
                sort,
                offset,
                limit,
                null,
                List.of(),
                Facets.NONE);
    }

    /// Everything that is not archived, the newest first.
    public static Query first(int limit) {
        return new Query(Archived.NO, "", null, Set.of(), false, false, Sort.UPDATED, 0, limit);
    }

    public Query from(int newOffset) {
        return new Query(
                archived, snoozed, words, project, engines, live, subagents, sort, newOffset, limit, also, folders,
                facets);
    }

    /// The same for every page of what it finds.
    Query ofAnyPage() {
        return new Query(
                archived,
                snoozed,
                words,
                project,
                engines,
                live,
                subagents,
                sort,
                0,
                0,
                also,
                folders,
                facets.ofAnyPage());
    }

    public Query with(String newWords) {
        return new Query(
                archived, snoozed, newWords, project, engines, live, subagents, sort, offset, limit, also, folders,
                facets);
    }

    public Query with(Archived which) {
        return new Query(
                which, snoozed, words, project, engines, live, subagents, sort, offset, limit, also, folders, facets);
    }

    public Query with(Snoozed which) {
        return new Query(
                archived, which, words, project, engines, live, subagents, sort, offset, limit, also, folders, facets);
    }

    public Query where(Predicate<Row> condition) {
        return new Query(
                archived, snoozed, words, project, engines, live, subagents, sort, offset, limit, condition, folders,
                facets);
    }

    public Query in(InProject newProject) {
        return new Query(
                archived,
                snoozed,
                words,
                newProject,
                engines,
                live,
                subagents,
                sort,
                offset,
                limit,
                also,
                folders,
                facets);
    }

    public Query of(Set<EngineKey> newEngines) {
        return new Query(
                archived,
                snoozed,
                words,
                project,
                newEngines,
                live,
                subagents,
                sort,
                offset,
                limit,
                also,
                folders,
                facets);
    }

    public Query by(Sort newSort) {
        return new Query(
                archived, snoozed, words, project, engines, live, subagents, newSort, offset, limit, also, folders,
                facets);
    }

    public Query below(List<String> newFolders) {
        return new Query(
                archived,
                snoozed,
                words,
                project,
                engines,
                live,
                subagents,
                sort,
                offset,
                limit,
                also,
                newFolders,
                facets);
    }

    public Query counting(Facets newFacets) {
        return new Query(
                archived, snoozed, words, project, engines, live, subagents, sort, offset, limit, also, folders,
                newFacets);
    }

    /// Whether a row may be listed that is snoozed now, or one that is not.
    boolean takes(boolean isSnoozed) {
        return switch (snoozed) {
            case ALL -> true;
            case ONLY -> isSnoozed;
            case NO -> !isSnoozed;
            case DAILY -> !isSnoozed || archived != Archived.NO || !words.isBlank();
        };
    }

    /// Whether rows of a program could be among those asked for.
    boolean isAbout(EngineKey engine) {
        return engines.isEmpty() || engines.contains(engine);
    }
}
