package dev.svc.server.wiring.question;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import org.jspecify.annotations.Nullable;

/// Passes on what the terminals say, and hears in it what their programs ask.
final class QuestionEvents implements TerminalEvents {
    private final TerminalEvents others;
    private final QuestionRoom room;

    QuestionEvents(TerminalEvents others, QuestionRoom room) {
        this.others = others;
        this.room = room;
    }

    @Override
    public void adopted(SessionId placeholder, SessionId real) {
        others.adopted(placeholder, real);
        room.adopted(placeholder, real);
    }

    @Override
    public void changed(SessionId session, Status status, @Nullable Asking asking) {
        others.changed(session, status, asking);
        room.changed(session, status, asking);
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
