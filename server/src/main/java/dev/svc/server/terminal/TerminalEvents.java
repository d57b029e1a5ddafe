package dev.svc.server.terminal;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import org.jspecify.annotations.Nullable;

/// What other rooms learn from the terminals.
public interface TerminalEvents {

    /// A placeholder's program has created its real id; everything of the placeholder belongs to it from now on.
    void adopted(SessionId placeholder, SessionId real);

    /// A session became live, changed its status or its question, or ended (`OFF`).
    ///
    /// @param asking what its program asks while it waits
    void changed(SessionId session, Status status, @Nullable Asking asking);

    /// The same where nothing is asked.
    default void changed(SessionId session, Status status) {
        changed(session, status, null);
    }

    /// A program that nobody used was ended.
    ///
    /// @param dryRun the settings only ask for a report, so it was not ended
    void reaped(SessionId session, String why, boolean dryRun);

    /// Somebody took the writer's role from another viewer.
    void takenOver(SessionId session, String viewer);
}
