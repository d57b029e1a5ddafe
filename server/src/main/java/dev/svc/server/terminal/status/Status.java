package dev.svc.server.terminal.status;

import java.util.Locale;

/// What a session's program is doing: not running, at its prompt, at work, or asking for a decision.
public enum Status {
    OFF,
    IDLE,
    WORKING,
    WAITING;

    /// As answers and events call it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
