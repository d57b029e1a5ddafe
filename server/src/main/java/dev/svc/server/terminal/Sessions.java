package dev.svc.server.terminal;

import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Optional;

/// What the terminals ask the rest of the house about sessions.
public interface Sessions {

    /// What the store knows of a session; empty for one that was never written.
    Optional<SessionFacts> find(SessionId session);

    /// The real id behind a placeholder that was adopted; any other id is itself.
    SessionId resolve(SessionId session);
}
