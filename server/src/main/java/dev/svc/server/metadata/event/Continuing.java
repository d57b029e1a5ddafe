package dev.svc.server.metadata.event;

import java.time.Instant;

/// That a session is to go on at a time, once: its program is told this text then.
///
/// @param text as somebody saw it when it was set, with no control characters but line feeds and tabs
public record Continuing(Instant at, String text) {

    /// Nothing is journaled at that moment, so who acts looks at the clock.
    public boolean isDue(Instant now) {
        return !at.isAfter(now);
    }
}
