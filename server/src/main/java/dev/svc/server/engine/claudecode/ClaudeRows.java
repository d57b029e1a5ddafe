package dev.svc.server.engine.claudecode;

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

/// Joins the transcripts: older versions write the summary of one conversation into the transcript of another.
final class ClaudeRows {
    private static final Comparator<SessionFacts> NEWER =
            Comparator.comparing(SessionFacts::updatedAt).thenComparing(facts -> !facts.archived());

    private ClaudeRows() {}

    static List<SessionFacts> of(Collection<Reading> readings) {
        var each = each(readings);
        var rows = HashMap.<SessionId, SessionFacts>newHashMap(readings.size());
        for (var reading : readings) {
            for (var row : each.apply(reading)) {
                rows.merge(row.id(), row, (one, other) -> NEWER.compare(one, other) >= 0 ? one : other);
            }
        }
        return new ArrayList<>(rows.values());
    }

    /// A transcript has the title that it says, or the summary that another one has of its last message.
    static Function<Reading, List<SessionFacts>> each(Collection<Reading> readings) {
        var summaries = summaries(readings);
        return reading -> summaries.isEmpty()
                ? reading.sessions()
                : reading.sessions().stream()
                        .map(facts -> facts.title() == null
                                ? titled(facts, summaries.get(ClaudeMemo.leaf(reading.memo())))
                                : facts)
                        .toList();
    }

    private static Map<String, String> summaries(Collection<Reading> readings) {
        var summaries = new HashMap<String, String>();
        for (var reading : readings) {
            for (var hint : reading.hints()) {
                if (!hint.subject().isEmpty()) {
                    summaries.put(hint.subject(), hint.value());
                }
            }
        }
        return summaries;
    }

    private static SessionFacts titled(SessionFacts facts, @Nullable String title) {
        return title == null ? facts : facts.withTitle(title);
    }
}
