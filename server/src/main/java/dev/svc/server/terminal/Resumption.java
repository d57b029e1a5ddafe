package dev.svc.server.terminal;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.FallenPrograms;
import dev.svc.server.terminal.launch.FallenPrograms.Fallen;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Starts again what ran when the host or the service went down: in the same folder and with the same permissions. A
/// few at a time, however many there were, and for all who ask together. What ran outside svc is resumed as any session
/// is.
public final class Resumption {
    private static final Logger LOG = Logger.getLogger(Resumption.class.getName());
    private static final int AT_ONCE = 4;

    private final Terminals terminals;
    private final FallenPrograms fallen;
    private final Engines engines;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    Resumption(Terminals terminals, FallenPrograms fallen, Engines engines) {
        this.terminals = terminals;
        this.fallen = fallen;
        this.engines = engines;
    }

    /// What became of one of them.
    ///
    /// @param refusal why it does not run; null when it does
    public record Outcome(SessionId session, @Nullable String refusal) {}

    public Collection<Fallen> all() {
        return fallen.all().stream()
                .filter(it -> !terminals.isLive(it.launchRecord().session()))
                .toList();
    }

    /// Waits until each of them runs or was refused.
    public List<Outcome> resume(Collection<SessionId> sessions) throws InterruptedException {
        try (var starters = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("resuming ", 0).factory())) {
            var begun = sessions.stream()
                    .distinct()
                    .map(session -> starters.submit(() -> resume(session)))
                    .toList();
            var outcomes = new ArrayList<Outcome>();
            for (var one : begun) {
                outcomes.add(one.get());
            }
            return outcomes;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    /// A program that ran outside svc when the host went down. What svc itself had running on the session counts more.
    public void offer(LaunchRecord launchRecord) {
        fallen.foundOutside(launchRecord);
    }

    private Outcome resume(SessionId session) throws InterruptedException {
        turns.acquire();
        try {
            start(session);
            return new Outcome(session, null);
        } catch (Refusal refused) {
            return new Outcome(session, refused.sentence());
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> session + " could not be resumed");
            return new Outcome(session, "The program could not be started; the server's log says why.");
        } finally {
            turns.release();
        }
    }

    private void start(SessionId session) throws IOException {
        var ran = fallen.find(session)
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN, "It did not run when the host went down."))
                .launchRecord();
        if (!terminals.isLive(session)) {
            boolean moves = engines.find(session.engine())
                    .map(it -> it.manifest().arguments().moves())
                    .orElse(false);
            terminals
                    .open(new AttachRequest(
                            session,
                            Size.USUAL,
                            null,
                            false,
                            moves && ran.ranOutside() == null ? ran.folder() : null,
                            ran.bypass(),
                            "resumed",
                            false))
                    .close();
        }
        fallen.remove(session);
    }

    public void dismiss(Collection<SessionId> sessions) {
        sessions.forEach(fallen::remove);
    }
}
