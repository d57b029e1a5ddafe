package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.texts.Errand;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.console.TurnText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Lays out the turns of one answer, some at a time, and no more of them than fit.
final class Rendering {
    private final Errand errand;
    private final int cols;
    private final Caps caps;

    Rendering(Errand errand, int cols, Caps caps) {
        this.errand = errand;
        this.cols = cols;
        this.caps = caps;
    }

    /// The lines of each turn, the newest turn first; without those of the oldest once there is enough.
    List<List<String>> lines(List<Turn> turns) throws IOException {
        var all = new ArrayList<List<String>>();
        var room = new Room(caps);
        for (var some : Portions.of(turns.reversed())) {
            if (room.isLeft()) {
                var lines = errand.layOut(patience -> lines(some, patience, room.copy()));
                lines.forEach(room::take);
                all.addAll(lines);
            }
        }
        return all;
    }

    private List<List<String>> lines(List<Turn> turns, Patience patience, Room room) {
        var all = new ArrayList<List<String>>();
        for (var turn : turns) {
            if (room.isLeft()) {
                var lines = TurnText.lines(turn, cols, patience);
                room.take(lines);
                all.add(lines);
            }
        }
        return all;
    }

    /// What the caps leave.
    private static final class Room {
        private final Caps caps;
        private long lines;
        private long bytes;

        Room(Caps caps) {
            this.caps = caps;
        }

        Room copy() {
            var copy = new Room(caps);
            copy.lines = lines;
            copy.bytes = bytes;
            return copy;
        }

        boolean isLeft() {
            return lines <= caps.lines() && bytes <= caps.bytes();
        }

        void take(List<String> turn) {
            lines += turn.size();
            turn.forEach(line -> bytes += line.length() + 1);
        }
    }
}
