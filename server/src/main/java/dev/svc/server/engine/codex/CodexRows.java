package dev.svc.server.engine.codex;

import dev.svc.server.engine.Reading;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Joins the rollouts with the names that people gave them.
final class CodexRows {
    private static final Comparator<SessionFacts> NEWER =
            Comparator.comparing(SessionFacts::updatedAt).thenComparing(facts -> !facts.archived());

    private CodexRows() {}

    static List<SessionFacts> of(Collection<Reading> readings) {
        var each = each(readings);
        var rows = new HashMap<SessionId, SessionFacts>();
        for (var reading : readings) {
            for (var row : each.apply(reading)) {
                rows.merge(row.id(), row, (one, other) -> NEWER.compare(one, other) >= 0 ? one : other);
            }
        }
        return new ArrayList<>(rows.values());
    }

    /// A rollout has the name that people gave its session, or its own.
    static Function<Reading, List<SessionFacts>> each(Collection<Reading> readings) {
        var names = names(readings);
        return reading -> names.isEmpty()
                ? reading.sessions()
                : reading.sessions().stream()
                        .map(facts -> named(facts, names.get(facts.id().nativeId())))
                        .toList();
    }

    private static Map<String, String> names(Collection<Reading> readings) {
        var names = new HashMap<String, String>();
        for (var reading : readings) {
            reading.hints().forEach(hint -> names.put(hint.subject(), hint.value()));
        }
        return names;
    }

    private static SessionFacts named(SessionFacts facts, @Nullable String name) {
        return name == null || name.isEmpty() ? facts : facts.withTitle(name);
    }
}
