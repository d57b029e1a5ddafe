package dev.svc.server.metadata;

/// What the organisation holds under a session's id.
sealed interface Known permits Marks, Alias {}
