package dev.svc.server.fleet.forward;

import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.Optional;

/// This host's rows, as others are to see them now.
public interface ForwardedRows {
    /// Empty for a session that is none, or no row.
    Optional<RemoteRow> row(SessionId session);

    /// Every session that has a row.
    Collection<SessionId> all();
}
