package dev.svc.server.wiring.demo;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Starts the programs that a demonstration shows running, in real terminals and one after the other.
public final class LiveStandIns implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(LiveStandIns.class.getName());

    private final Terminals terminals;
    private final Thread thread;
    private volatile boolean stopped;

    private LiveStandIns(Terminals terminals, List<SessionId> sessions) {
        this.terminals = terminals;
        this.thread = Thread.ofPlatform().daemon().name("stand-ins").start(() -> start(sessions));
    }

    /// Does not wait for them: the page is there first.
    public static LiveStandIns start(Terminals terminals, List<SessionId> sessions) {
        return new LiveStandIns(terminals, sessions);
    }

    private void start(List<SessionId> sessions) {
        for (var session : sessions) {
            if (stopped) {
                return;
            }
            try {
                terminals
                        .open(AttachRequest.of(session, Size.USUAL, "demonstration"))
                        .close();
            } catch (IOException | Refusal failed) {
                LOG.log(Level.WARNING, failed, () -> "the stand-in of " + session + " did not start");
            }
        }
    }

    /// Starts no more stand-ins and waits for the one that is being started; after this the caller can end them all.
    /// Does not interrupt: a start that is broken off in the middle is harder to take back than one that has ended.
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
