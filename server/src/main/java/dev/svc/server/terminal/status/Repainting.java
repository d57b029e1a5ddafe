package dev.svc.server.terminal.status;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Asks programs that ran on without a server to repaint, one after the other, so that they do not all paint at once.
public final class Repainting implements Closeable {
    private static final Logger LOG = Logger.getLogger(Repainting.class.getName());

    /// A program that gets its size back before it has looked sees no other size, and paints nothing.
    private static final Duration HOLD = Duration.ofMillis(100);

    private static final Duration LOOK = Duration.ofMillis(20);

    /// So often it is looked whether the program has painted at the other size; then the next one is asked.
    private static final int LOOKS = 45;

    /// Ends the wait for somebody who is due.
    private static final Repaintable NOBODY = new Repaintable() {
        @Override
        public long printed() {
            return 0;
        }

        @Override
        public void shrink() {}

        @Override
        public void restore() {}
    };

    private final BlockingQueue<Repaintable> due = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    public Repainting() {
        thread = Vital.virtual("repainting").start(this::run);
    }

    /// Asks the program when its turn has come.
    public void ask(Repaintable program) {
        due.add(program);
    }

    private void run() {
        try {
            while (!closed) {
                var next = due.take();
                if (!closed) {
                    repaint(next);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void repaint(Repaintable program) throws InterruptedException {
        try {
            long before = program.printed();
            try {
                program.shrink();
                Thread.sleep(HOLD);
                for (int looks = 0; looks < LOOKS && program.printed() == before; looks++) {
                    Thread.sleep(LOOK);
                }
            } finally {
                program.restore(); // a server that stops leaves no program with the other size
            }
        } catch (RuntimeException ended) {
            LOG.log(Level.FINE, ended, () -> "a program could not be asked to repaint");
        }
    }

    /// No program has the other size after that.
    @Override
    public void close() {
        closed = true;
        due.add(NOBODY); // what is asked of a program may swallow the interruption
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
