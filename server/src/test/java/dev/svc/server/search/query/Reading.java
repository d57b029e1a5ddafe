package dev.svc.server.search.query;

import dev.svc.server.session.EngineKey;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A reader for tests, on a Sunday in Berlin, and queries in words.
final class Reading {
    private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");

    private static final Map<String, EngineKey> PROGRAMS =
            Map.of("engine_1", EngineKey.of(1), "weaver", EngineKey.of(1), "engine_7", EngineKey.of(7));

    private Reading() {}

    static QueryReader reader() {
        return new QueryReader(
                word -> Optional.ofNullable(PROGRAMS.get(word)), Clock.fixed(NOW, ZoneId.of("Europe/Berlin")));
    }

    /// Everything that a query says, and nothing else: `lock* -"a b"` is `lock… / never phrase a b`.
    static String words(SearchQuery query) {
        var said = new ArrayList<String>();
        query.all().forEach(clause -> said.add(words(clause)));
        said.addAll(words(query.only()));
        query.none().forEach(clause -> said.add("never " + words(clause)));
        words(query.never()).forEach(filter -> said.add("never " + filter));
        return String.join(" / ", said);
    }

    private static String words(Clause clause) {
        return switch (clause) {
            case Clause.Word(String text) -> text;
            case Clause.Prefix(String text) -> text + "…";
            case Clause.Phrase(String text) -> "phrase " + text;
            case Clause.Regex(String source, var pattern) -> "regex " + source + " of " + pattern.flags();
        };
    }

    private static List<String> words(Filters filters) {
        var said = new ArrayList<String>();
        add(said, "kinds", filters.kinds());
        add(said, "engines", filters.engines());
        add(said, "projects", filters.projects());
        add(said, "folders", filters.folders());
        add(said, "branches", filters.branches());
        add(said, "models", filters.models());
        add(said, "tools", filters.tools());
        add(said, "states", filters.states());
        Optional.ofNullable(filters.before()).ifPresent(time -> said.add("before " + time));
        Optional.ofNullable(filters.after()).ifPresent(time -> said.add("after " + time));
        return said;
    }

    private static void add(List<String> said, String name, Iterable<?> values) {
        if (values.iterator().hasNext()) {
            said.add(name + " " + values);
        }
    }
}
