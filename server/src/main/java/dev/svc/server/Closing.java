package dev.svc.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Everything that was opened, closed in reverse order when the process is asked to stop. A failing step never stops
/// the next.
///
/// A step that hangs does not block later ones: each runs on its own thread, which is abandoned at its deadline. So the
/// process ends in time whatever hangs, and the journal is closed however a page behaves. The one step that hands over
/// what would be lost otherwise may have a longer limit of its own, which is not taken from the time of the others.
///
/// Its deque belongs to the starting thread until [#awaitEnd], to the shutdown hook from then on.
final class Closing {
    private static final Logger LOG = Logger.getLogger(Closing.class.getName());

    private final Deque<Step> opened = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Duration step;
    private final Duration all;

    private record Step(AutoCloseable room, Optional<Duration> longer) {}

    Closing() {
        this(Duration.ofMillis(2_500), Duration.ofMillis(4_500));
    }

    /// @param step the time limit of one step
    /// @param all the time limit of all steps together; each step after it gets a tenth of a second
    Closing(Duration step, Duration all) {
        this.step = step;
        this.all = all;
    }

    <T extends AutoCloseable> T add(T room) {
        opened.push(new Step(room, Optional.empty()));
        return room;
    }

    /// A room that loses something when it is abandoned.
    ///
    /// @param longer its own time limit, beside that of all others
    <T extends AutoCloseable> T add(T room, Duration longer) {
        opened.push(new Step(room, Optional.of(longer)));
        return room;
    }

    /// Returns when everything is closed. The process then exits with the code of the signal that stopped it.
    void awaitEnd() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll, "closing"));
        try {
            closed.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void closeAll() {
        long end = System.nanoTime() + all.toNanos();
        while (!opened.isEmpty()) {
            var next = opened.pop();
            long began = System.nanoTime();
            long left = Math.max(end - began, all.toNanos() / 50);
            close(next.room(), next.longer().orElseGet(() -> Duration.ofNanos(Math.min(step.toNanos(), left))));
            end += next.longer().isPresent() ? System.nanoTime() - began : 0;
        }
        closed.countDown();
    }

    private static void close(AutoCloseable room, Duration atMost) {
        Thread closing = Thread.ofPlatform()
                .daemon()
                .name("closing " + room.getClass().getSimpleName())
                .start(() -> close(room));
        try {
            if (!closing.join(atMost)) {
                LOG.warning(() -> closing.getName() + " takes too long and is abandoned");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(AutoCloseable room) {
        try {
            room.close();
        } catch (Exception failure) {
            LOG.log(Level.WARNING, room.getClass().getSimpleName() + " could not be closed", failure);
        }
    }
}
