package dev.svc.server.search.query;

import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Filters as they are collected, by the one thread that reads a query. Values of one key add up; of several times, the
/// narrowest remains.
final class FilterDraft {
    private final Set<TurnKind> kinds = new LinkedHashSet<>();
    private final Set<EngineKey> engines = new LinkedHashSet<>();
    private final Set<State> states = new LinkedHashSet<>();
    private final Map<FilterKey, Set<String>> texts = new EnumMap<>(FilterKey.class);
    private @Nullable Instant before;
    private @Nullable Instant after;

    void kind(TurnKind kind) {
        kinds.add(kind);
    }

    void engine(EngineKey engine) {
        engines.add(engine);
    }

    void state(State state) {
        states.add(state);
    }

    void text(FilterKey key, String value) {
        texts.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(value);
    }

    void before(Instant time) {
        before = before == null || time.isBefore(before) ? time : before;
    }

    void after(Instant time) {
        after = after == null || time.isAfter(after) ? time : after;
    }

    Filters filters() {
        return new Filters(
                kinds,
                engines,
                texts(FilterKey.PROJECT),
                texts(FilterKey.FOLDER),
                texts(FilterKey.BRANCH),
                texts(FilterKey.MODEL),
                texts(FilterKey.TOOL),
                states,
                before,
                after);
    }

    private Set<String> texts(FilterKey key) {
        return texts.getOrDefault(key, Set.of());
    }
}
