package dev.svc.server.wiring.push;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Passes on what the terminals say, and hears in it which programs do something else than before.
final class PushEvents implements TerminalEvents {
    private final TerminalEvents others;
    private final Doings heard;

    /// What each terminal announced last; guards itself.
    private final Map<SessionId, Status> doings = new ConcurrentHashMap<>();

    /// Hears what a program does now.
    @FunctionalInterface
    interface Doings {
        void changed(SessionId session, Status before, Status now);
    }

    PushEvents(TerminalEvents others, Doings heard) {
        this.others = others;
        this.heard = heard;
    }

    @Override
    public void adopted(SessionId placeholder, SessionId real) {
        others.adopted(placeholder, real);
        var doing = doings.remove(placeholder);
        if (doing != null) {
            doings.put(real, doing);
        }
    }

    @Override
    public void changed(SessionId session, Status status, @Nullable Asking asking) {
        others.changed(session, status, asking);
        var before = status.isLive() ? doings.put(session, status) : doings.remove(session);
        var was = before == null ? Status.OFF : before;
        if (!was.word().equals(status.word())) {
            heard.changed(session, was, status);
        }
    }

    @Override
    public void reaped(SessionId session, String why, boolean dryRun) {
        others.reaped(session, why, dryRun);
    }

    @Override
    public void takenOver(SessionId session, String viewer) {
        others.takenOver(session, viewer);
    }
}
