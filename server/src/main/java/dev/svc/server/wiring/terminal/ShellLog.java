package dev.svc.server.wiring.terminal;

import dev.svc.server.engine.shell.ShellBook;
import dev.svc.server.terminal.ScrollbackReading;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.terminal.vt.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/// Writes down what one plain terminal prints, from its ring into its log; of the writing thread.
final class ShellLog {
    /// What is read at a time.
    static final int PIECE = 256 << 10;

    /// A program that printed nothing for so many rounds has paused: what it printed is written down.
    private static final int REST = 2;

    /// A program that prints without a pause is written down every so many rounds, as far as it has left its lines.
    private static final int PASS = 5;

    /// A terminal gets no more than this in one round, so that none starves.
    private static final int MOST = 8 << 20;

    /// What one record takes, about.
    private static final int RECORD = 16 << 10;

    private static final String OTHER_SCREEN = "\u001b[?1049h";

    private final ShellBook book;
    private final String nativeId;
    private final InstantSource clock;
    private final byte[] bytes;
    private final Deque<Finished> finished = new ArrayDeque<>();
    private int length;
    private TextLines lines;
    private int quiet;
    private int rounds;
    private boolean full;

    /// Up to this place, it is written down where output may be missing.
    private long settled;

    /// A line that is to be written down, and where the output goes on after it.
    private record Finished(String text, long next) {}

    /// A stretch of a ring; in `bytes`, its first `length`.
    ///
    /// @param from where it begins
    /// @param modes what is in force there, where what came before is gone; empty otherwise
    /// @param gap whether output may be missing after it
    record Stretch(long from, int length, String modes, boolean gap) {
        boolean isNothing() {
            return length == 0 && !gap;
        }
    }

    /// Where the ring is found.
    interface Kept {
        Optional<Stretch> read(ScrollbackReading<Stretch> reading) throws IOException;
    }

    /// Goes on where the log ends.
    ///
    /// @param bytes room for a piece, in which nothing stays from one call to the next
    ShellLog(ShellBook book, String nativeId, InstantSource clock, byte[] bytes) throws IOException {
        this.book = book;
        this.nativeId = nativeId;
        this.clock = clock;
        this.bytes = bytes;
        var extent = book.extent(nativeId);
        this.lines = new TextLines(extent.upto(), this::take);
        if (extent.screen()) {
            lines.resume(OTHER_SCREEN.getBytes(StandardCharsets.UTF_8));
        }
        this.settled = extent.settled() ? extent.upto() : extent.upto() - 1;
        this.full = extent.full();
    }

    private void take(String line, long next) {
        finished.add(new Finished(line, next));
        length += line.length() + 1;
    }

    /// Writes down what was printed since the last round.
    void round(Kept kept) throws IOException {
        boolean printed = read(kept);
        quiet = printed ? 0 : quiet + 1;
        rounds++;
        boolean passes = rounds % PASS == 0;
        if (quiet == REST) {
            lines.rest();
        } else if (passes) {
            lines.pass();
        }
        note(printed && !passes ? RECORD : 1);
    }

    /// Writes down what has to be known by the log of a later service, which reads on while the program runs. A
    /// full-screen program may have printed more by then than is kept, so nothing before it is left open.
    void leave() throws IOException {
        if (lines.isOnOtherScreen()) {
            lines.close();
        }
        note(1);
        if (lines.isOnOtherScreen() && !full && !isKnown(lines.end())) {
            book.screen(nativeId, lines.end());
        }
    }

    private boolean isKnown(long upto) throws IOException {
        var extent = book.extent(nativeId);
        return extent.screen() && extent.upto() == upto;
    }

    /// Writes down the rest, and that the program ended.
    void end(Kept kept) throws IOException {
        while (read(kept)) {
            note(RECORD);
        }
        lines.close();
        note(1);
        if (!full) {
            book.ended(nativeId, lines.end(), clock.instant());
        }
    }

    /// Whether there was something new.
    private boolean read(Kept kept) throws IOException {
        int read = 0;
        while (read < MOST) {
            long from = lines.end();
            var found = kept.read(ring -> stretch(ring, from));
            if (found.isEmpty() || found.get().isNothing()) {
                return read > 0;
            }
            var stretch = found.get();
            if (stretch.from() > from) {
                missed();
            }
            if (stretch.from() != from) {
                goOn(stretch);
            }
            lines.write(bytes, stretch.length());
            read += stretch.length();
            if (stretch.gap()) {
                missed();
            }
        }
        return true;
    }

    private void goOn(Stretch stretch) {
        lines.close();
        lines = new TextLines(stretch.from(), this::take);
        lines.resume(stretch.modes().getBytes(StandardCharsets.UTF_8));
        settled = stretch.from() - 1;
    }

    /// The next bytes; where they are overwritten or were cleared, those from a place where a replay can begin.
    private Stretch stretch(Ring ring, long from) {
        var point = from < ring.start() || from > ring.end() ? ring.replayPoint() : null;
        long start = point == null ? from : point.offset();
        long gap = ring.gaps().stream()
                .filter(at -> at >= start && (point != null || at > settled))
                .min(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
        int most = (int) Math.min(PIECE, Math.min(gap, ring.end()) - start);
        int count = Math.max(0, ring.read(start, bytes, 0, most));
        return new Stretch(start, count, point == null ? "" : point.modes(), start + count == gap);
    }

    /// Writes down that output may be missing at the place up to which it was read.
    private void missed() throws IOException {
        lines.close();
        note(1);
        if (!full) {
            book.missed(nativeId, lines.end(), lines.isOnOtherScreen(), clock.instant());
        }
        settled = lines.end();
    }

    /// Writes the finished lines down, where they are enough for a record. Each record says where the output goes
    /// on after its own lines, so that a writing that breaks off between two loses nothing and doubles nothing.
    private void note(int enough) throws IOException {
        if (length < enough) {
            return;
        }
        while (!finished.isEmpty() && !full) {
            var text = new StringBuilder();
            long next = 0;
            while (!finished.isEmpty() && text.length() < RECORD) {
                var line = finished.removeFirst();
                text.append(line.text()).append('\n');
                next = line.next();
            }
            if (!text.toString().isBlank()) {
                full = !book.printed(nativeId, text.toString().stripTrailing(), next, clock.instant());
            }
        }
        finished.clear();
        length = 0;
    }
}
