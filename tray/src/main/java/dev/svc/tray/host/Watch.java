package dev.svc.tray.host;

import dev.svc.tray.menu.TrayState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Looks every two seconds, and at once after an action. One virtual thread until it is closed.
public final class Watch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watch.class.getName());
    private static final Duration EACH = Duration.ofSeconds(2);

    private final Supplier<TrayState> look;
    private final Consumer<TrayState> told;
    private final Semaphore nudges = new Semaphore(0);
    private final Thread thread;

    public Watch(Supplier<TrayState> look, Consumer<TrayState> told) {
        this.look = look;
        this.told = told;
        thread = Thread.ofVirtual().name("svc-tray-watch").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                lookSafely();
                if (nudges.tryAcquire(EACH.toMillis(), TimeUnit.MILLISECONDS)) {
                    nudges.drainPermits();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /// The watch survives a failing look: the next one may succeed.
    private void lookSafely() {
        try {
            told.accept(look.get());
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "A check failed", failure);
        }
    }

    /// Triggers the next look at once.
    public void soon() {
        nudges.release();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
