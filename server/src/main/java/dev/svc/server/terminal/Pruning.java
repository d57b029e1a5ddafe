package dev.svc.server.terminal;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Deletes the output of long unused terminals, once a day. Conversations are not touched: they belong to the programs.
final class Pruning implements Closeable {
    private static final Logger LOG = Logger.getLogger(Pruning.class.getName());
    private static final Duration PAUSE = Duration.ofDays(1);

    private final Thread thread;

    /// Deletes what is due, and returns how many.
    interface Action {
        int run() throws IOException;
    }

    Pruning(Action action) {
        this.thread = Vital.virtual("pruning").start(() -> run(action));
    }

    private static void run(Action action) {
        try {
            while (true) {
                prune(action);
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void prune(Action action) {
        try {
            int pruned = action.run();
            if (pruned > 0) {
                LOG.info(() -> "the old output of " + pruned + " terminals was deleted");
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "old terminal output cannot be deleted");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
