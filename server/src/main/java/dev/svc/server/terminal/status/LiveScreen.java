package dev.svc.server.terminal.status;

import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.terminal.vt.Screen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A terminal's screen as of the output read so far. Guarded by its owner.
public final class LiveScreen {
    private static final int PIECE = 64 * 1024;

    /// A program that prints more than this between two looks is flooding: only the end of it is worth parsing.
    private static final long MOST = 128 * 1024;

    private final Ring ring;
    private final long begin;
    private final String modes;
    private final Supplier<Size> size;
    private Screen screen;
    private long cursor = -1;

    /// Whether the screen is made of what the program has printed since this server holds it; before that, it is the
    /// picture of what was kept, and says nothing of what the program does now.
    private boolean fresh;

    /// Made when somebody asks, and kept for all who ask until there is more output.
    private @Nullable List<String> lastLines;

    /// @param begin where the program's own output begins in the ring, and `modes` those in force there
    public LiveScreen(Ring ring, long begin, String modes, Supplier<Size> size) {
        this.ring = ring;
        this.begin = begin;
        this.modes = modes;
        this.size = size;
        this.screen = emptyScreen();
    }

    private Screen emptyScreen() {
        var now = size.get();
        return new Screen(now.cols(), now.rows());
    }

    /// Where the output ends that has been read.
    public long end() {
        return cursor;
    }

    /// How much output has not been read.
    public long unread() {
        return ring.end() - Math.max(0, cursor);
    }

    public String text() {
        return screen.text();
    }

    public List<String> lastLines() {
        var lines = lastLines;
        if (lines == null) {
            lines = LastLines.of(screen.lines());
            lastLines = lines;
        }
        return lines;
    }

    /// The program's own lines; none where all is kept output.
    public List<String> present() {
        return fresh ? screen.lines() : List.of();
    }

    public boolean isCursorShown() {
        return !fresh || screen.isCursorShown();
    }

    /// Reads all output there is; false when there was none.
    public boolean readOn() {
        long end = ring.end();
        if (end == cursor) {
            return false;
        }
        lastLines = null;
        boolean begins = !fresh && end > begin;
        if (cursor < 0 || begins || end - cursor > MOST) {
            fresh |= begins;
            cursor = Math.max(Math.max(ring.start(), end - MOST), fresh ? begin : 0);
            screen = emptyScreen();
            if (cursor == begin) {
                byte[] before = modes.getBytes(StandardCharsets.UTF_8);
                screen.write(before, before.length);
            }
        }
        var now = size.get();
        screen.resize(now.cols(), now.rows());
        byte[] bytes = new byte[(int) Math.min(PIECE, end - cursor)];
        for (int n = ring.read(cursor, bytes, 0, bytes.length);
                n > 0 && cursor < end;
                n = ring.read(cursor, bytes, 0, bytes.length)) {
            screen.write(bytes, n);
            cursor += n;
        }
        return true;
    }
}
