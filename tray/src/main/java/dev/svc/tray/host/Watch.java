package dev.svc.tray.host;

import dev.svc.tray.menu.Desk;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Looks every two seconds, and at once when somebody did something. One virtual thread until it is closed.
public final class Watch implements AutoCloseable {
    private static final Duration EACH = Duration.ofSeconds(2);

    private final Supplier<Desk> look;
    private final Consumer<Desk> told;
    private final Semaphore nudges = new Semaphore(0);
    private final Thread thread;

    public Watch(Supplier<Desk> look, Consumer<Desk> told) {
        this.look = look;
        this.told = told;
        thread = Thread.ofVirtual().name("svc-tray-watch").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                told.accept(look.get());
                if (nudges.tryAcquire(EACH.toMillis(), TimeUnit.MILLISECONDS)) {
                    nudges.drainPermits();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    public void soon() {
        nudges.release();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
