package dev.svc.server.http.live;

/// Data of an event that says something of a row of this host.
public interface OfRow {
    /// The session's id.
    String id();
}
