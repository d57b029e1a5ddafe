package dev.svc.server.metadata.event;

/// What the organisation holds under a session's id.
public sealed interface SessionState permits Marks, Alias {}
