package dev.svc.server.wiring.push;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Passes on what the terminals say, and hears in it which programs end while they are at work: one that ends at its
/// prompt was ended by somebody.
final class PushEvents implements TerminalEvents {
    private final TerminalEvents others;
    private final Consumer<SessionId> endedAtWork;

    /// What each terminal announced last; guards itself.
    private final Map<SessionId, Status> doings = new ConcurrentHashMap<>();

    PushEvents(TerminalEvents others, Consumer<SessionId> endedAtWork) {
        this.others = others;
        this.endedAtWork = endedAtWork;
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
        if (!status.isLive() && before == Status.WORKING) {
            endedAtWork.accept(session);
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
