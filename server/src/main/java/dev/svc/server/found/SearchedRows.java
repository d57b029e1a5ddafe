package dev.svc.server.found;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Row;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.index.TurnFinder.Among;
import dev.svc.server.search.query.Filters;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.search.query.State;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which sessions a search is about, by what people made of them and by what their stores say: asked of the catalog at
/// the time of the search, since none of it is in the index.
public final class SearchedRows {
    private final Catalog catalog;
    private final Supplier<Organisation> organisation;

    public SearchedRows(Catalog catalog, Supplier<Organisation> organisation) {
        this.catalog = catalog;
        this.organisation = organisation;
    }

    /// Everything that is not archived.
    public Predicate<SessionId> daily() {
        return new Among(catalog.select(Query.first(1).with(Query.Snoozed.ALL)));
    }

    /// The sessions that a query is about.
    ///
    /// @param narrowed what the list would be narrowed to; a query for what is archived goes beyond that
    public Predicate<SessionId> of(SearchQuery asked, Query narrowed) {
        boolean archived = asked.only().states().contains(State.ARCHIVED);
        var selected = catalog.select(archived ? narrowed.with(Query.Archived.ALL) : narrowed);
        if (isOfAny(asked.only()) && isOfAny(asked.never())) {
            return new Among(selected);
        }
        return id -> selected.contains(id)
                && catalog.find(id)
                        .filter(row -> holds(asked.only(), row))
                        .filter(row -> !holdsAny(asked.never(), row))
                        .isPresent();
    }

    private static boolean isOfAny(Filters filters) {
        return filters.engines().isEmpty()
                && filters.projects().isEmpty()
                && filters.folders().isEmpty()
                && filters.branches().isEmpty()
                && filters.models().isEmpty()
                && filters.states().isEmpty();
    }

    /// Each filter that says something must be met by one of its values.
    private boolean holds(Filters filters, Row row) {
        return meets(filters.engines(), row.id().engine()::equals, true)
                && meets(filters.projects(), name -> isInProject(row, name), true)
                && meets(filters.folders(), folder -> isInFolder(row.facts().cwd(), folder), true)
                && meets(filters.branches(), branch -> contains(row.facts().branch(), branch), true)
                && meets(filters.models(), model -> contains(row.facts().model(), model), true)
                && meets(filters.states(), state -> is(row, state), true);
    }

    private static <T> boolean meets(Set<T> values, Predicate<T> holds, boolean empty) {
        return values.isEmpty() ? empty : values.stream().anyMatch(holds);
    }

    private boolean holdsAny(Filters filters, Row row) {
        return meets(filters.engines(), row.id().engine()::equals, false)
                || meets(filters.projects(), name -> isInProject(row, name), false)
                || meets(filters.folders(), folder -> isInFolder(row.facts().cwd(), folder), false)
                || meets(filters.branches(), branch -> contains(row.facts().branch(), branch), false)
                || meets(filters.models(), model -> contains(row.facts().model(), model), false)
                || meets(filters.states(), state -> is(row, state), false);
    }

    private static boolean is(Row row, State state) {
        return switch (state) {
            case LIVE -> row.status() != Status.OFF;
            case WAITING -> row.status() == Status.WAITING;
            case ARCHIVED -> row.archived();
            case FAVOURITE -> row.sticky();
            case SNOOZED -> row.snoozed();
        };
    }

    private boolean isInProject(Row row, String name) {
        var id = row.project();
        return id == null ? name.equalsIgnoreCase("none") : contains(projectName(id), name);
    }

    private @Nullable String projectName(ProjectId id) {
        return organisation.get().project(id).map(it -> it.name()).orElse(null);
    }

    /// A whole path names a folder and what is below it; anything else is a part of a path.
    private static boolean isInFolder(@Nullable String cwd, String folder) {
        if (cwd == null) {
            return false;
        }
        var wanted = folder.startsWith("~/") || folder.equals("~")
                ? System.getProperty("user.home") + folder.substring(1)
                : folder;
        var bare = wanted.length() > 1 && wanted.endsWith("/") ? wanted.substring(0, wanted.length() - 1) : wanted;
        return bare.startsWith("/") ? isBelow(cwd, bare) : contains(cwd, bare);
    }

    private static boolean isBelow(String cwd, String folder) {
        return cwd.equals(folder) || cwd.startsWith(folder.endsWith("/") ? folder : folder + "/");
    }

    private static boolean contains(@Nullable String text, String part) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
