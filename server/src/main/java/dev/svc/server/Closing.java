package dev.svc.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/// What was opened, closed in the reverse order when the process is told to end, each whatever becomes of the others.
///
/// Its deque belongs to the starting thread until [#awaitEnd], to the shutdown hook from then on.
final class Closing {
    private static final Logger LOG = Logger.getLogger(Closing.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    <T extends AutoCloseable> T add(T room) {
        opened.push(room);
        return room;
    }

    /// Returns when everything is closed. The process then ends with the code of the signal that told it to.
    void awaitEnd() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll, "closing"));
        try {
            closed.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void closeAll() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception failure) {
                LOG.log(Level.WARNING, "could not be closed", failure);
            }
        }
        closed.countDown();
    }
}
