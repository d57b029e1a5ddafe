package dev.svc.server.terminal;

import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Optional;
import java.util.OptionalInt;

/// What the terminals ask the other rooms about sessions.
public interface Sessions {

    /// What the store knows of a session; empty for one that was never written.
    Optional<SessionFacts> find(SessionId session);

    /// The same for one that should be there: it may have been written a moment ago, and is looked for.
    default Optional<SessionFacts> seek(SessionId session) {
        return find(session);
    }

    /// How many turns the session's conversation has now; empty where that cannot be known.
    default OptionalInt turns(SessionId session) {
        return OptionalInt.empty();
    }

    /// The real id of an adopted placeholder; any other id is returned unchanged.
    SessionId resolve(SessionId session);
}
