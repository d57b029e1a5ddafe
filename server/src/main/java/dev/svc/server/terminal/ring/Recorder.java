package dev.svc.server.terminal.ring;

import dev.svc.server.terminal.vt.ModeTracker;
import dev.svc.server.terminal.vt.Modes;
import java.util.function.Consumer;

/// Appends output to the ring and marks points where a replay can begin. Owned by the one reader.
public final class Recorder {
    private static final int PIECE = 16 * 1024;

    private final Ring ring;
    private final ModeTracker tracker;

    /// Resumes the stream at the ring's end, with the modes in force there.
    ///
    /// @param commands gets every operating system command of what is recorded from now on
    public Recorder(Ring ring, Consumer<String> commands) {
        this.ring = ring;
        var live = new boolean[1];
        this.tracker = new ModeTracker(command -> {
            if (live[0]) {
                commands.accept(command);
            }
        });
        if (ring.points().isEmpty()) {
            ring.point(new ReplayPoint(ring.end(), true, ""));
        }
        catchUp();
        live[0] = true;
    }

    private void catchUp() {
        var last = ring.points().getLast();
        tracker.resume(last.modes());
        byte[] bytes = new byte[PIECE];
        long at = last.offset();
        for (int n = ring.read(at, bytes, 0, PIECE); n > 0; n = ring.read(at, bytes, 0, PIECE)) {
            tracker.readAll(bytes, n);
            at += n;
        }
    }

    public Modes modes() {
        return tracker.modes();
    }

    public void record(byte[] bytes, int length) {
        long base = ring.end();
        ring.append(bytes, 0, length);
        int line = ring.wantsPoint(base + length, false) ? lastLine(bytes, length) : 0;
        track(bytes, 0, line, base);
        if (line > 0 && tracker.isAtRest() && ring.wantsPoint(base + line, false)) {
            ring.point(new ReplayPoint(base + line, false, tracker.modes().sequences()));
        }
        track(bytes, line, length, base);
        if (tracker.isAtRest() && ring.lacksPoint(base + length)) {
            ring.point(new ReplayPoint(base + length, false, tracker.modes().sequences()));
        }
    }

    private void track(byte[] bytes, int from, int to, long base) {
        int at = from;
        while (at < to) {
            at = tracker.read(bytes, at, to);
            if (tracker.isClean() && ring.wantsPoint(base + at, true)) {
                ring.point(new ReplayPoint(base + at, true, tracker.modes().sequences()));
            }
        }
    }

    /// The index after the last line feed: without a clean place the start of a line will do.
    private static int lastLine(byte[] bytes, int length) {
        int at = length;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }
}
