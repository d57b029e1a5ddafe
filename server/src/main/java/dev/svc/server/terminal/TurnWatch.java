package dev.svc.server.terminal;

import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.terminal.ring.TurnMark;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Records in every ring, as it fills, how many turns its conversation had: the history ends where the ring begins. One
/// thread for all; output never waits for it.
final class TurnWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(TurnWatch.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// A conversation that cannot be counted yet, because it is empty, is asked about again after this many looks.
    private static final int REST = 5;

    private final Supplier<Collection<Terminal>> living;
    private final Sessions sessions;
    private final Map<Terminal, Integer> resting = new HashMap<>(); // looks left; of the watching thread
    private final Thread thread;

    TurnWatch(Supplier<Collection<Terminal>> living, Sessions sessions) {
        this.living = living;
        this.sessions = sessions;
        this.thread = Vital.virtual("turn watch").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                var now = Set.copyOf(living.get());
                resting.keySet().retainAll(now);
                now.forEach(this::look);
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Terminal terminal) {
        try {
            if (terminal.isUncounted()) {
                note(terminal, terminal.begin());
                terminal.counted();
            } else if (!rests(terminal) && terminal.ring().wantsTurns()) {
                note(terminal, terminal.ring().end());
            }
        } catch (RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "the turns of " + terminal.session() + " could not be counted");
        }
    }

    private void note(Terminal terminal, long offset) {
        Ring ring = terminal.ring();
        sessions.turns(terminal.session())
                .ifPresentOrElse(turns -> ring.turns(new TurnMark(offset, turns)), () -> resting.put(terminal, REST));
    }

    private boolean rests(Terminal terminal) {
        return resting.computeIfPresent(terminal, (_, left) -> left == 1 ? null : left - 1) != null;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
