package dev.svc.server.terminal.launch;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Steps in order, all or nothing: unless committed, closing undoes them in reverse order, even when one fails. Owned
/// by one thread.
public final class Steps implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Steps.class.getName());

    private final Deque<Undo> undos = new ArrayDeque<>();

    /// Takes one step back.
    public interface Undo {
        void run() throws IOException;
    }

    /// Registers how to undo what has just been done.
    public void done(Undo undo) {
        undos.push(undo);
    }

    /// Commits: nothing is undone from here on.
    public void keep() {
        undos.clear();
    }

    @Override
    public void close() {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (IOException | RuntimeException failed) {
                LOG.log(Level.WARNING, failed, () -> "a step of a launch could not be undone");
            }
        }
    }
}
