package dev.svc.server.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Steps in order, all or nothing: unless committed, closing undoes them in reverse order, even when one fails. Owned
/// by one thread.
final class Steps implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Steps.class.getName());

    private final Deque<Undo> undos = new ArrayDeque<>();

    /// Takes one step back.
    interface Undo {
        void run() throws IOException;
    }

    /// Registers how to undo what has just been done.
    void done(Undo undo) {
        undos.push(undo);
    }

    /// Commits: nothing is undone from here on.
    void keep() {
        undos.clear();
    }

    @Override
    public void close() {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (IOException | RuntimeException failed) {
                LOG.log(Level.WARNING, failed, () -> "taking back a step");
            }
        }
    }
}
