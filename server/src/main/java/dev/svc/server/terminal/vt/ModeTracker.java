package dev.svc.server.terminal.vt;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Follows the modes of a stream and marks the places where the screen is empty, where a replay can begin. Owned by the
/// one reader.
public final class ModeTracker implements VtSink {
    private final Modes modes = new Modes();
    private final VtParser parser = new VtParser(this, false);
    private final Consumer<String> commands;
    private boolean clean;

    /// A tracker that passes on every operating system command it reads.
    public ModeTracker(Consumer<String> commands) {
        this.commands = commands;
    }

    public Modes modes() {
        return modes;
    }

    /// True between two sequences; a character may still be cut.
    public boolean isAtRest() {
        return parser.isAtRest();
    }

    /// Reads on to the end or to just after the next sequence that leaves the screen empty, and gives that index.
    public int read(byte[] bytes, int from, int to) {
        clean = false;
        return parser.parse(bytes, from, to);
    }

    /// True when the last reading stopped at an empty screen.
    public boolean isClean() {
        return clean;
    }

    private void cleaned() {
        clean = true;
        parser.stop();
    }

    public void readAll(byte[] bytes, int length) {
        int at = 0;
        while (at < length) {
            at = read(bytes, at, length);
        }
    }

    /// Takes over modes that were written down earlier.
    public void resume(String sequences) {
        byte[] bytes = sequences.getBytes(StandardCharsets.UTF_8);
        readAll(bytes, bytes.length);
    }

    @Override
    public void escape(int intermediate, int last) {
        if (intermediate != 0) {
            return;
        }
        switch (last) {
            case 'c' -> {
                modes.reset();
                cleaned();
            }
            case '=' -> modes.keypad(true);
            case '>' -> modes.keypad(false);
            default -> {}
        }
    }

    @Override
    public void sequence(Csi csi) {
        switch (csi.last()) {
            case 'h', 'l' -> switchModes(csi, csi.last() == 'h');
            case 'J' -> erase(csi);
            case 'p' -> soften(csi);
            case 'u', 'm' -> keyboard(csi);
            default -> {}
        }
    }

    /// Colours are most of what programs print, and no mode.
    @Override
    public boolean wants(int last) {
        return last == 'J';
    }

    private void switchModes(Csi csi, boolean on) {
        if (csi.prefix() != '?') {
            return;
        }
        for (int i = 0; i < csi.count(); i++) {
            if (modes.set(csi.parameter(i, 0), on)) {
                cleaned();
            }
        }
    }

    private void erase(Csi csi) {
        int what = csi.parameter(0, 0);
        if (csi.prefix() == 0 && (what == 2 || what == 3)) {
            cleaned();
        }
    }

    private void soften(Csi csi) {
        if (csi.intermediate() == '!') {
            modes.soften();
        }
    }

    /// The two ways to ask for fuller key reports, each with its own way of asking for none.
    private void keyboard(Csi csi) {
        if (csi.last() == 'u' && (csi.prefix() == '>' || csi.prefix() == '=')) {
            int flags = csi.parameter(0, 0);
            modes.keyboard("kitty", flags == 0 ? "" : "\u001b[>" + flags + 'u');
        } else if (csi.last() == 'u' && csi.prefix() == '<') {
            modes.keyboard("kitty", "");
        } else if (csi.last() == 'm' && csi.prefix() == '>' && csi.parameter(0, 0) == 4) {
            int level = csi.parameter(1, 0);
            modes.keyboard("other", level == 0 ? "" : "\u001b[>4;" + level + 'm');
        }
    }

    @Override
    public void command(String text) {
        if (text.startsWith("0;") || text.startsWith("2;")) {
            modes.title(text.substring(2));
        }
        commands.accept(text);
    }
}
