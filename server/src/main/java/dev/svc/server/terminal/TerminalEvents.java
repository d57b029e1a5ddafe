package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;

/// What other rooms learn from the terminals.
public interface TerminalEvents {

    /// A placeholder's program has created its real id; everything of the placeholder belongs to it from now on.
    void adopted(SessionId placeholder, SessionId real);

    /// A session became live, changed its status, or ended (`OFF`).
    void changed(SessionId session, Status status);

    /// A program that nobody used was ended.
    ///
    /// @param dryRun the settings only ask for a report, so it was not ended
    void reaped(SessionId session, String why, boolean dryRun);

    /// Somebody took the writer's role from another viewer.
    void takenOver(SessionId session, String viewer);
}
