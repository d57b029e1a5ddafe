package dev.svc.server.metadata.event;

import dev.svc.server.session.SessionId;

/// A placeholder's id, which leads to the real one for good.
public record Alias(SessionId real) implements SessionState {}
