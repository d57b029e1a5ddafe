package dev.svc.server.catalog;

import dev.svc.server.session.SessionId;
import java.time.Instant;

/// A session that has a terminal now, found in a store or not yet.
public record Running(SessionId id, String cwd, Instant startedAt, Status status) {

    /// What the program is doing; OFF is for sessions without a terminal.
    public enum Status {
        OFF,
        IDLE,
        WORKING,
        WAITING
    }
}
