package dev.svc.server.review;

import dev.svc.server.session.SessionId;
import java.util.List;

/// A request for reviews of some sessions.
///
/// @param byHand whether a person asked for them; the loop asks only for those that changed
record ReviewRequest(String id, boolean byHand, List<SessionId> sessions) {
    ReviewRequest {
        sessions = List.copyOf(sessions);
    }
}
