package dev.svc.server.http.session;

import dev.svc.server.session.SessionId;
import java.util.Collection;

/// The running programs, as archiving sees them.
@FunctionalInterface
public interface RunningPrograms {

    /// Ends them, and returns when they have ended.
    void endAll(Collection<SessionId> sessions);
}
