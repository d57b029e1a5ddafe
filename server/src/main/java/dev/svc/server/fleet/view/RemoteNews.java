package dev.svc.server.fleet.view;

import dev.svc.server.session.SessionId;

/// What changes in the list of other hosts.
public sealed interface RemoteNews {
    /// A row is new, or says something else.
    record Changed(FoundRow row) implements RemoteNews {}

    /// A row is not there any more.
    ///
    /// @param host the name of its host
    record Gone(SessionId session, String host) implements RemoteNews {}

    /// A host has come or gone, or is in the fleet by now, or no longer; or many rows at once are others.
    record Hosts() implements RemoteNews {}
}
