package dev.svc.server.engine;

import dev.svc.server.session.SessionFacts;
import java.util.List;

/// What a piece said. Kept in memory and in the cache on disk until the piece changes.
///
/// @param hints what this piece knows about sessions of other pieces, for [EngineStore#combine]
/// @param memo where the reading stopped and what it needs to continue; the store's own notation, short
/// @param complete false for a first impression
public record Reading(
        List<SessionFacts> sessions, List<Hint> hints, List<Unreadable> unreadable, String memo, boolean complete) {

    public Reading {
        sessions = List.copyOf(sessions);
        hints = List.copyOf(hints);
        unreadable = List.copyOf(unreadable);
    }

    /// What one piece knows about another's session.
    ///
    /// @param subject the native id (or another key of the store's own) that this is about
    /// @param kind the store's own word for what is known
    public record Hint(String subject, String kind, String value) {}

    /// Records of one kind that could not be understood.
    ///
    /// @param version the program's version that wrote them; empty when it does not say
    public record Unreadable(String kind, int count, String version) {}
}
