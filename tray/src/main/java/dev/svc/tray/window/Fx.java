package dev.svc.tray.window;

import dev.svc.shared.control.ControlException;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.application.Platform;

/// The toolkit, begun when something is first drawn: a tray that nobody looks into does without it.
public final class Fx {
    private final boolean hasDisplay;
    private final AtomicBoolean started = new AtomicBoolean();

    /// Begins nothing yet.
    ///
    /// @param hasDisplay whether there is anything to draw on
    public Fx(boolean hasDisplay) {
        this.hasDisplay = hasDisplay;
    }

    public boolean hasDisplay() {
        return hasDisplay;
    }

    /// Runs this on the thread that draws, soon.
    public void run(Runnable drawing) {
        if (!hasDisplay) {
            throw new ControlException("There is no display to open a window on (DISPLAY is not set).");
        }
        begin();
        Platform.runLater(drawing);
    }

    private void begin() {
        if (started.compareAndSet(false, true)) {
            try {
                Platform.startup(() -> Platform.setImplicitExit(false));
            } catch (IllegalStateException begunByAnother) {
                Platform.setImplicitExit(false);
            }
        }
    }

    /// Whether anything was drawn yet.
    public boolean isStarted() {
        return started.get();
    }

    /// Throws when the thread that draws asks: whoever may wait for files, processes or the network says so here.
    public void requireOffScreen() {
        if (started.get() && Platform.isFxApplicationThread()) {
            throw new IllegalStateException("the thread that draws must not wait for the host");
        }
    }

    public void end() {
        if (started.get()) {
            Platform.exit();
        }
    }
}
