package dev.svc.server.fleet.view;

/// What became of what a host said of a session.
public enum Taken {
    TAKEN,
    /// Something newer is known of the session.
    OLDER,
    /// The host has more rows than one host may have here.
    TOO_MANY
}
