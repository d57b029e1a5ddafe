package dev.svc.server.follow;

import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Optional;

/// A session whose turns are followed.
///
/// @param stamp changes whenever its log does; never [FollowMark#UNFINISHED]
/// @param live whether a program works on it now
public record FollowedSession(SessionId id, long stamp, boolean live) {

    /// A session as its store has it. Empty for a sub-agent's: its turns belong to the call that started it.
    public static Optional<FollowedSession> of(SessionFacts facts, boolean live) {
        return facts.parent() == null ? Optional.of(any(facts, live)) : Optional.empty();
    }

    /// The same, of a sub-agent's session too.
    public static FollowedSession any(SessionFacts facts, boolean live) {
        long stamp = facts.updatedAt().toEpochMilli() * 0x9E37_79B9_7F4A_7C15L ^ facts.sizeBytes();
        return new FollowedSession(facts.id(), stamp == FollowMark.UNFINISHED ? 1 : stamp, live);
    }
}
