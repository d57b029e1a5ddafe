package dev.svc.server.catalog;

import dev.svc.server.session.Asking;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A session that a program runs on now, found in a store or not yet.
///
/// @param asking what the program asks while it waits; null where that is not known
/// @param elsewhere where it runs when svc did not start it; null when it did
/// @param background what it still runs while it is idle
public record Running(
        SessionId id,
        String cwd,
        Instant startedAt,
        Status status,
        @Nullable Asking asking,
        @Nullable Elsewhere elsewhere,
        List<String> background) {

    public Running {
        background = List.copyOf(background);
    }

    public Running(
            SessionId id,
            String cwd,
            Instant startedAt,
            Status status,
            @Nullable Asking asking,
            @Nullable Elsewhere elsewhere) {
        this(id, cwd, startedAt, status, asking, elsewhere, List.of());
    }

    public Running(SessionId id, String cwd, Instant startedAt, Status status) {
        this(id, cwd, startedAt, status, null, null);
    }

    /// Whether it has a terminal of svc.
    public boolean isLive() {
        return status.isLive() && (elsewhere == null || elsewhere.joined());
    }
}
