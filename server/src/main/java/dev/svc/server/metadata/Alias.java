package dev.svc.server.metadata;

import dev.svc.server.session.SessionId;

/// A placeholder's id, which leads to the real one for good.
record Alias(SessionId real) implements Known {}
