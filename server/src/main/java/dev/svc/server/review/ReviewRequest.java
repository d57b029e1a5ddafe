package dev.svc.server.review;

import dev.svc.server.session.SessionId;
import java.util.List;

/// Sessions to go through.
///
/// @param byHand whether a person named them; the loop takes only those that changed
record ReviewRequest(String id, boolean byHand, List<SessionId> sessions) {
    ReviewRequest {
        sessions = List.copyOf(sessions);
    }
}
