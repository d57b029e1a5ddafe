package dev.svc.server.session;

import java.util.Locale;

/// What a session's program is doing.
public enum Status {
    /// No program is known to run.
    OFF,
    /// A program that svc did not start is running on it; its screen cannot be read.
    ELSEWHERE,
    /// At its prompt.
    IDLE,
    /// At work.
    WORKING,
    /// Asks for a decision.
    WAITING;

    /// Whether it has a terminal of svc.
    public boolean isLive() {
        return switch (this) {
            case OFF, ELSEWHERE -> false;
            case IDLE, WORKING, WAITING -> true;
        };
    }

    /// The name in answers and events; a program that runs elsewhere has no terminal here, so it is off.
    public String word() {
        return isLive() ? name().toLowerCase(Locale.ROOT) : "off";
    }
}
