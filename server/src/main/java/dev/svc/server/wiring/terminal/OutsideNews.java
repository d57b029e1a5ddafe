package dev.svc.server.wiring.terminal;

import dev.svc.server.outside.LastSeen;
import dev.svc.server.outside.OutsideProgram;
import dev.svc.server.outside.OutsidePrograms;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.LaunchRecord.RanOutside;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Passes on what programs outside svc do.
public final class OutsideNews implements OutsidePrograms.Listener {
    private final Terminals terminals;
    private final LiveSessions live;
    private final Asks asks;
    private final LastSeen lastSeen;

    /// Hears what programs outside ask.
    @FunctionalInterface
    public interface Asks {
        /// It asks this from now on.
        ///
        /// @param asking null where it does not wait, or has ended
        void ask(SessionId session, @Nullable Asking asking);
    }

    /// @param lastSeen keeps what runs outside; what it kept before the host went down is offered for resuming
    public OutsideNews(Terminals terminals, LiveSessions live, Asks asks, LastSeen lastSeen) {
        this.terminals = terminals;
        this.live = live;
        this.asks = asks;
        this.lastSeen = lastSeen;
        lastSeen.handOver(it -> terminals.resumption().offer(launchRecord(it)));
    }

    private static LaunchRecord launchRecord(LastSeen.Ran ran) {
        return new LaunchRecord(
                LaunchRecord.nameOf(ran.session()),
                ran.session(),
                Path.of(ran.folder()),
                ran.startedAt(),
                false,
                false,
                null,
                new RanOutside(ran.where(), ran.place(), ran.sure()));
    }

    /// What runs again, wherever, is not offered for resuming any more. A terminal that was joined would show the shell
    /// of a pane once its program has ended: it is left then.
    @Override
    public void changed(SessionId session, Optional<OutsideProgram> program, boolean hasEnded) {
        if (program.isPresent()) {
            terminals.resumption().dismiss(List.of(session));
        }
        boolean isOurs = terminals.isLive(session);
        live.changedOutside(session, program, isOurs);
        if (!isOurs) {
            asks.ask(session, program.map(OutsideProgram::asking).orElse(null));
        }
        if (hasEnded && terminals.isJoined(session)) {
            terminals.end(session);
        }
    }

    @Override
    public void runs(SessionId session, List<String> background) {
        live.runs(session, background);
    }

    @Override
    public void looked(Collection<OutsideProgram> all, boolean isChanged) {
        lastSeen.looked(all, isChanged);
    }

    /// A window of tmux may have another size, or nobody else may look at it any more.
    @Override
    public void refreshed() {
        terminals.drawAsOutside();
    }
}
