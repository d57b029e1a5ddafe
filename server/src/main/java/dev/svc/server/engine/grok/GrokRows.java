package dev.svc.server.engine.grok;

import dev.svc.server.engine.Reading;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The rows of all readings. A sub-agent has a session of its own that says what it is, and the log of the session
/// that started it says which one that was.
final class GrokRows {
    /// The subject is the session of a sub-agent.
    static final String AGENT = "agent";

    /// The subject was started by this session.
    static final String STARTED_BY = "started by";

    /// Agents start agents; deeper is damage.
    private static final int DEPTH = 16;

    private final Map<String, SessionFacts> found = new HashMap<>();
    private final Map<String, String> starters = new HashMap<>();
    private final Set<String> agents = new HashSet<>();

    private GrokRows(Collection<Reading> readings) {
        for (var reading : readings) {
            for (var hint : reading.hints()) {
                if (hint.kind().equals(AGENT)) {
                    agents.add(hint.subject());
                } else {
                    starters.merge(
                            hint.subject(), hint.value(), (one, other) -> one.compareTo(other) < 0 ? one : other);
                }
            }
            reading.sessions().forEach(facts -> found.merge(facts.id().nativeId(), facts, GrokRows::later));
        }
    }

    private static SessionFacts later(SessionFacts one, SessionFacts other) {
        return one.updatedAt().isBefore(other.updatedAt()) ? other : one;
    }

    /// Nobody would resume a sub-agent, so one whose starter is not known, or gone, is no row.
    static List<SessionFacts> combine(Collection<Reading> readings) {
        return new GrokRows(readings).all();
    }

    private List<SessionFacts> all() {
        var rows = new ArrayList<SessionFacts>();
        found.forEach((id, facts) -> {
            if (!agents.contains(id)) {
                rows.add(facts);
            } else if (belongs(id)) {
                starter(id).ifPresent(parent -> rows.add(startedBy(parent.id(), facts)));
            }
        });
        return rows;
    }

    /// Whether the way up ends with a session that is no sub-agent's.
    private boolean belongs(String id) {
        var at = id;
        for (int steps = 0; steps < DEPTH && agents.contains(at); steps++) {
            var above = starter(at);
            if (above.isEmpty()) {
                return false;
            }
            at = above.get().id().nativeId();
        }
        return !agents.contains(at);
    }

    private Optional<SessionFacts> starter(String id) {
        return Optional.ofNullable(found.get(starters.getOrDefault(id, "")));
    }

    private static SessionFacts startedBy(SessionId parent, SessionFacts facts) {
        return facts.withParent(parent);
    }
}
