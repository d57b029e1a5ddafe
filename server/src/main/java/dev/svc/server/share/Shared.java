package dev.svc.server.share;

import dev.svc.server.session.SessionId;
import java.time.Instant;

/// A page that a link leads to until it expires. It stays as it was made, whatever is said in the session later.
///
/// @param id names it to who may revoke it; no link
/// @param tokenHash of the token in its link, which is nowhere else
/// @param from the first turn
/// @param to the last turn
public record Shared(
        String id,
        String tokenHash,
        SessionId session,
        String title,
        int from,
        int to,
        Instant createdAt,
        Instant expiresAt) {

    public boolean isOver(Instant now) {
        return !expiresAt.isAfter(now);
    }
}
