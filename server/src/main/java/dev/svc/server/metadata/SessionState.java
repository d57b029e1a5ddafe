package dev.svc.server.metadata;

/// What the organisation holds under a session's id.
sealed interface SessionState permits Marks, Alias {}
