package dev.svc.server.catalog;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;

/// A session that a program runs on now, found in a store or not yet.
public record Running(SessionId id, String cwd, Instant startedAt, Status status) {}
