package dev.svc.server.terminal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.terminal.Hello;
import dev.svc.server.terminal.vt.ModeTracker;
import dev.svc.server.terminal.vt.Screen;

/// The past as one picture. A real terminal would answer questions in a replayed stream, and the program would take the
/// answers as typed; so it gets the present screen and the modes in force.
final class ScreenReplay {
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final Screen screen;
    private final ModeTracker tracker = new ModeTracker(_ -> {});
    private boolean over;

    ScreenReplay(Hello hello) {
        this.screen = new Screen(hello.size().cols(), hello.size().rows());
        tracker.resume(hello.modes());
        byte[] modes = hello.modes().getBytes(UTF_8);
        screen.write(modes, modes.length);
    }

    boolean isOver() {
        return over;
    }

    void swallow(byte[] bytes, int length) {
        screen.write(bytes, length);
        tracker.readAll(bytes, length);
    }

    /// Draws the screen of the swallowed stream.
    byte[] picture() {
        over = true;
        var lines = String.join("\r\n", screen.lines()).stripTrailing();
        var cursor = "\u001b[%d;%dH".formatted(screen.cursorRow() + 1, screen.cursorColumn() + 1);
        return (tracker.modes().sequences() + CLEAR + lines + cursor).getBytes(UTF_8);
    }
}
