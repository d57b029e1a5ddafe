package dev.svc.server.catalog;

import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
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
public record Query(
        Archived archived,
        String words,
        @Nullable InProject project,
        Set<EngineKey> engines,
        boolean live,
        boolean subagents,
        Sort sort,
        int offset,
        int limit,
        @Nullable Predicate<Row> also) {

    public enum Archived {
        NO,
        ONLY,
        ALL
    }

    public enum Sort {
        UPDATED,
        CREATED,
        TITLE
    }

    /// One project, or none.
    ///
    /// @param id null for sessions of no project
    public record InProject(@Nullable ProjectId id) {}

    public Query {
        engines = Set.copyOf(engines);
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
        this(archived, words, project, engines, live, subagents, sort, offset, limit, null);
    }

    /// Everything that is not archived, the newest first.
    public static Query first(int limit) {
        return new Query(Archived.NO, "", null, Set.of(), false, false, Sort.UPDATED, 0, limit);
    }

    public Query from(int newOffset) {
        return new Query(archived, words, project, engines, live, subagents, sort, newOffset, limit, also);
    }

    /// The same for every page of what it finds.
    Query ofAnyPage() {
        return new Query(archived, words, project, engines, live, subagents, sort, 0, 0, also);
    }

    public Query with(String newWords) {
        return new Query(archived, newWords, project, engines, live, subagents, sort, offset, limit, also);
    }

    public Query with(Archived which) {
        return new Query(which, words, project, engines, live, subagents, sort, offset, limit, also);
    }

    public Query where(Predicate<Row> condition) {
        return new Query(archived, words, project, engines, live, subagents, sort, offset, limit, condition);
    }

    public Query in(InProject newProject) {
        return new Query(archived, words, newProject, engines, live, subagents, sort, offset, limit, also);
    }

    public Query of(Set<EngineKey> newEngines) {
        return new Query(archived, words, project, newEngines, live, subagents, sort, offset, limit, also);
    }

    public Query by(Sort newSort) {
        return new Query(archived, words, project, engines, live, subagents, newSort, offset, limit, also);
    }

    /// Whether rows of a program could be among those asked for.
    boolean isAbout(EngineKey engine) {
        return engines.isEmpty() || engines.contains(engine);
    }
}
