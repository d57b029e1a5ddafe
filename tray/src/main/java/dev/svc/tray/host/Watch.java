package dev.svc.tray.host;

import dev.svc.tray.menu.TrayState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Looks when something has changed, and at once after an action. Between looks it only compares marks of files, which
/// costs next to nothing; what leaves no mark is seen by a look now and then. One thread until it is closed: a virtual
/// one would wake others to be carried, each time.
public final class Watch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watch.class.getName());
    private static final Duration GLANCE = Duration.ofSeconds(2);

    /// How many glances a settled state lasts, and one that is about to change.
    private static final int SETTLED = 10;

    private static final int UNSETTLED = 1;

    private final Supplier<TrayState> look;
    private final Consumer<TrayState> told;
    private final Supplier<?> marks;
    private final Duration glance;
    private final Semaphore nudges = new Semaphore(0);
    private final Thread thread;

    /// Begins.
    ///
    /// @param marks equal as long as nothing has changed that leaves one
    public Watch(Supplier<TrayState> look, Consumer<TrayState> told, Supplier<?> marks) {
        this(look, told, marks, GLANCE);
    }

    Watch(Supplier<TrayState> look, Consumer<TrayState> told, Supplier<?> marks, Duration glance) {
        this.look = look;
        this.told = told;
        this.marks = marks;
        this.glance = glance;
        thread = Thread.ofPlatform().daemon().name("svc-tray-watch").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                // Taken before the look, so that what changes during it is seen by the next glance.
                Object before = marks.get();
                awaitChange(before, lookSafely() ? SETTLED : UNSETTLED);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitChange(Object before, int most) throws InterruptedException {
        for (int glances = 0; glances < most; glances++) {
            if (nudges.tryAcquire(glance.toMillis(), TimeUnit.MILLISECONDS)) {
                nudges.drainPermits();
                return;
            }
            if (!marks.get().equals(before)) {
                return;
            }
        }
    }

    /// The watch survives a failing look: the next one may succeed.
    ///
    /// @return whether what was seen will stay as it is for a while
    private boolean lookSafely() {
        try {
            TrayState seen = look.get();
            told.accept(seen);
            return seen.isSettled();
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "A check failed", failure);
            return false;
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
