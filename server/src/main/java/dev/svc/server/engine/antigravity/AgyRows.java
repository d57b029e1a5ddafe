package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Reading;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Joins each conversation with what the lists know of it.
final class AgyRows {
    /// By kind, then by the conversation's id; a later hint replaces an earlier one.
    private final Map<String, Map<String, String>> hints = new HashMap<>();

    private AgyRows(Collection<Reading> readings) {
        for (var reading : readings) {
            for (var hint : reading.hints()) {
                hints.computeIfAbsent(hint.kind(), kind -> new HashMap<>()).put(hint.subject(), hint.value());
            }
        }
    }

    static List<SessionFacts> combine(Collection<Reading> readings) {
        var rows = new AgyRows(readings);
        return readings.stream()
                .flatMap(reading -> reading.sessions().stream())
                .flatMap(rows::row)
                .toList();
    }

    /// A conversation with an unknown folder cannot be shown in one, so it is not a row.
    private Stream<SessionFacts> row(SessionFacts facts) {
        String id = facts.id().nativeId();
        String folder = first(
                hint(AgyLists.LAST_IN, id), facts.cwd(), hint(AgyLists.TYPED_IN, id), hint(AgyLists.WORKSPACE, id));
        return folder == null ? Stream.empty() : Stream.of(joined(facts, folder));
    }

    private SessionFacts joined(SessionFacts facts, String folder) {
        String id = facts.id().nativeId();
        String parent = hint(AgyLists.PARENT, id);
        return facts.withTitle(first(facts.title(), hint(AgyLists.TITLE, id)))
                .withCwd(folder)
                .withParent(parent == null || parent.equals(id) ? null : new SessionId(EngineKey.ANTIGRAVITY, parent));
    }

    private @Nullable String hint(String kind, String id) {
        return hints.getOrDefault(kind, Map.of()).get(id);
    }

    private static @Nullable String first(@Nullable String... values) {
        return Stream.of(values).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
