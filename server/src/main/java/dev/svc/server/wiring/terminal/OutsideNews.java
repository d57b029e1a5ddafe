package dev.svc.server.wiring.terminal;

import dev.svc.server.outside.OutsideProgram;
import dev.svc.server.outside.OutsidePrograms;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Terminals;
import java.util.Optional;

/// Passes on what programs outside svc do.
public final class OutsideNews implements OutsidePrograms.Listener {
    private final Terminals terminals;
    private final LiveSessions live;

    public OutsideNews(Terminals terminals, LiveSessions live) {
        this.terminals = terminals;
        this.live = live;
    }

    /// A terminal that was joined would show the shell of a pane once its program has ended: it is left then.
    @Override
    public void changed(SessionId session, Optional<OutsideProgram> program, boolean hasEnded) {
        live.changedOutside(session, program, terminals.isLive(session));
        if (hasEnded && terminals.isJoined(session)) {
            terminals.end(session);
        }
    }

    /// A window of tmux may have another size, or nobody else may look at it any more.
    @Override
    public void looked() {
        terminals.drawAsOutside();
    }
}
