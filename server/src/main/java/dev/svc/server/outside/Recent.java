package dev.svc.server.outside;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.Map;

/// What is known of sessions, for processes that do not say on which they are.
@FunctionalInterface
public interface Recent {

    /// A program in a folder.
    record Place(EngineKey engine, String folder) {}

    /// A session, and when it was written to last.
    record Newest(SessionId session, Instant at) {}

    /// The newest session of each program and folder, without those that svc runs.
    Map<Place, Newest> newest();
}
