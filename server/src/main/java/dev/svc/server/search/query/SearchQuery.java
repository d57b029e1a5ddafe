package dev.svc.server.search.query;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What one query asks for: every clause of `all` in one turn, none of `none`, and the filters.
///
/// @param only what must hold. It carries both times, also those of a query that negates them: not before a time is
///     from that time on
/// @param never what must not hold; it has no times
public record SearchQuery(List<Clause> all, List<Clause> none, Filters only, Filters never) {
    public SearchQuery {
        all = List.copyOf(all);
        none = List.copyOf(none);
    }

    /// The same query for turns of these kinds: what it says itself of kinds holds as well.
    public SearchQuery within(Set<TurnKind> kinds) {
        var others = EnumSet.allOf(TurnKind.class);
        others.removeAll(kinds);
        others.addAll(never.kinds());
        return new SearchQuery(all, none, only, never.of(others));
    }
}
