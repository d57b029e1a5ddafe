package dev.svc.server.search.query;

import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a query says about turns and their sessions beside the words. A set that is empty says nothing; of each other
/// one, one of the values holds.
///
/// @param folders as typed: absolute, with `~` for the home, or a part of a path
/// @param before exclusive
/// @param after inclusive
public record Filters(
        Set<TurnKind> kinds,
        Set<EngineKey> engines,
        Set<String> projects,
        Set<String> folders,
        Set<String> branches,
        Set<String> models,
        Set<String> tools,
        Set<State> states,
        @Nullable Instant before,
        @Nullable Instant after) {
    public static final Filters NONE =
            new Filters(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), null, null);

    /// The sets keep the order in which things were typed.
    public Filters {
        kinds = kept(kinds);
        engines = kept(engines);
        projects = kept(projects);
        folders = kept(folders);
        branches = kept(branches);
        models = kept(models);
        tools = kept(tools);
        states = kept(states);
    }

    /// The same with these kinds in place of its own.
    Filters of(Set<TurnKind> others) {
        return new Filters(others, engines, projects, folders, branches, models, tools, states, before, after);
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    private static <T> Set<T> kept(Set<T> values) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }
}
