package dev.svc.server.search.index;

import dev.svc.server.search.query.TurnKind;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a search found, grouped by session, the best first.
///
/// @param groups of the page that was asked for
/// @param sessions every session that was found, in no order
/// @param turns how many turns were found
/// @param byKind how many there are of each kind, those included that are not asked for
/// @param bounded a sentence that says what was not looked into; null when everything was
public record FoundTurns(
        List<Group> groups,
        List<SessionId> sessions,
        long turns,
        Map<TurnKind, Long> byKind,
        @Nullable String bounded) {
    public FoundTurns {
        groups = List.copyOf(groups);
        sessions = List.copyOf(sessions);
        byKind = Map.copyOf(byKind);
    }

    /// One session.
    ///
    /// @param hits the best of its turns, the best first
    /// @param more how many others it has
    public record Group(SessionId session, List<Hit> hits, int more) {}

    /// One turn.
    ///
    /// @param tool the name of the tool that was used
    public record Hit(
            int turn,
            TurnKind kind,
            @Nullable Instant at,
            @Nullable String tool,
            Snippet snippet,
            float score) {}
}
