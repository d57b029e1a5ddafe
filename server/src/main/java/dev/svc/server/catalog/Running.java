package dev.svc.server.catalog;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A session that a program runs on now, found in a store or not yet.
///
/// @param asking what the program asks while it waits; null where that is not known
public record Running(
        SessionId id,
        String cwd,
        Instant startedAt,
        Status status,
        @Nullable Asking asking) {

    public Running(SessionId id, String cwd, Instant startedAt, Status status) {
        this(id, cwd, startedAt, status, null);
    }
}
