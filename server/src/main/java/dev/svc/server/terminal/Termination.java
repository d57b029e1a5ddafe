package dev.svc.server.terminal;

import dev.svc.server.terminal.host.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Ends a program the way a closing terminal would, and escalates if it does not end.
final class Termination {
    private static final Logger LOG = Logger.getLogger(Termination.class.getName());
    private static final Duration BEFORE_TERMINATE = Duration.ofSeconds(3);
    private static final Duration BEFORE_KILL = Duration.ofSeconds(7);
    private static final Duration AFTER_KILL = Duration.ofSeconds(3);

    /// A program that has not begun yet can miss what is sent to it.
    private static final Duration BETWEEN_KILLS = Duration.ofMillis(50);

    private Termination() {}

    static Thread begin(Terminal terminal) {
        return Thread.ofVirtual()
                .name("the program of " + terminal.session() + " could not be ended")
                .start(() -> end(terminal));
    }

    /// Without asking, for a program that has nothing to lose.
    static Thread kill(Terminal terminal) {
        return Thread.ofVirtual()
                .name("the program of " + terminal.session() + " could not be killed")
                .start(() -> insist(terminal));
    }

    private static void insist(Terminal terminal) {
        long until = System.nanoTime() + AFTER_KILL.toNanos();
        try {
            do {
                terminal.signal(Signal.KILL);
            } while (!terminal.endsWithin(BETWEEN_KILLS) && System.nanoTime() < until);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "the program of " + terminal.session() + " could not be killed");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Terminal terminal) {
        try {
            terminal.signal(Signal.HANG_UP);
            if (!terminal.endsWithin(BEFORE_TERMINATE)) {
                terminal.signal(Signal.TERMINATE);
                if (!terminal.endsWithin(BEFORE_KILL)) {
                    terminal.signal(Signal.KILL);
                    var _ = terminal.endsWithin(AFTER_KILL);
                }
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "the program of " + terminal.session() + " could not be ended");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
