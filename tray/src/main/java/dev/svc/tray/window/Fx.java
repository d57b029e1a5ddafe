package dev.svc.tray.window;

import dev.svc.shared.control.ControlException;
import javafx.application.Platform;

/// The toolkit, started when something is first drawn: an unopened tray does without it.
public final class Fx {
    /// As the desktop entry says it: `StartupWMClass`.
    static final String CLASS = "svc";

    private final boolean hasDisplay;
    private volatile boolean started;

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

    /// Started only when it is: who draws a moment too early would be refused by the toolkit.
    private synchronized void begin() {
        if (started) {
            return;
        }
        try {
            Platform.startup(Fx::prepare);
        } catch (IllegalStateException begunByAnother) {
            Platform.runLater(Fx::prepare);
        }
        started = true;
    }

    /// Panels and switchers know a window by its class, which the toolkit takes from this name, and finds no other way.
    private static void prepare() {
        Platform.setImplicitExit(false);
        com.sun.glass.ui.Application.GetApplication().setName(CLASS);
    }

    /// Whether anything was drawn yet.
    public boolean isStarted() {
        return started;
    }

    /// Throws on the drawing thread: code that may wait for files, processes or the network calls this first.
    public void requireOffScreen() {
        if (started && Platform.isFxApplicationThread()) {
            throw new IllegalStateException("the thread that draws must not wait for the host");
        }
    }

    public void end() {
        if (started) {
            Platform.exit();
        }
    }
}
