package dev.svc.server.terminal.vt;

import dev.svc.shared.text.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes lines of text of what a program prints, as they would stand in an endless scrollback: a line that is drawn
/// over again and again, as a prompt or a bar is, counts as it was left. What is shown on the other screen is none of
/// it. Owned by one thread.
///
/// The last lines stay open, since programs go back to them. Each knows where in the output it began: a reader
/// that stopped before an open line begins there.
public final class TextLines implements VtSink {
    /// How many lines a program can go back.
    private static final int OPEN = 200;

    /// A longer line goes on in the next one.
    private static final int WIDEST = 4_000;

    private static final int TAB = 8;
    private static final int SECOND_HALF = -1;

    private final VtParser parser = new VtParser(this, true);
    private final Finished finished;
    private final List<Line> lines = new ArrayList<>();
    private long at;
    private long next;
    private int row;
    private int col;
    private int top;

    /// The first line that the program went to since the last pass.
    private int reached;

    private boolean alternate;

    /// The cursor was sent to the first line of the page, and nothing came since.
    private boolean home;

    /// Receives each line that the program cannot go back to any more.
    @FunctionalInterface
    public interface Finished {
        /// Takes the next line.
        ///
        /// @param next where the line after it begins: who has written this one down goes on there
        void line(String text, long next);
    }

    private static final class Line {
        private final long start;
        private int[] cells = {};
        private int length;

        Line(long start) {
            this.start = start;
        }

        void set(int col, int codePoint) {
            if (col >= cells.length) {
                cells = Arrays.copyOf(cells, Math.max(80, Math.max(col + 1, cells.length * 2)));
            }
            length = Math.max(length, col + 1);
            part(col);
            part(col + 1);
            cells[col] = codePoint;
        }

        /// Of a wide character that is cut in two here, nothing stays.
        private void part(int col) {
            if (col < length && cells[col] == SECOND_HALF) {
                cells[col - 1] = 0;
                cells[col] = 0;
            }
        }

        void clear(int from, int to) {
            if (from < length) {
                Arrays.fill(cells, from, Math.min(to, length), 0);
            }
        }

        /// Moves the rest of the line to the left.
        void delete(int col, int count) {
            if (col < length) {
                int gone = Math.min(count, length - col);
                System.arraycopy(cells, col + gone, cells, col, length - col - gone);
                Arrays.fill(cells, length - gone, length, 0);
                length -= gone;
            }
        }

        /// Moves the rest of the line to the right.
        void insert(int col, int count) {
            if (col < length && length + count <= WIDEST) {
                set(length + count - 1, 0);
                System.arraycopy(cells, col, cells, col + count, length - col - count);
                Arrays.fill(cells, col, col + count, 0);
            }
        }

        @Override
        public String toString() {
            var text = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                if (cells[i] != SECOND_HALF) {
                    text.appendCodePoint(cells[i] == 0 ? ' ' : cells[i]);
                }
            }
            return text.toString().stripTrailing();
        }
    }

    /// Begins at a place in a program's output.
    public TextLines(long start, Finished finished) {
        this.finished = finished;
        this.at = start;
        this.next = start;
        lines.add(new Line(start));
    }

    /// Reads on, from where the last call ended.
    public void write(byte[] bytes, int length) {
        int from = 0;
        while (from < length) {
            int end = from;
            while (end < length && bytes[end] != '\n') {
                end++;
            }
            int to = Math.min(length, end + 1);
            next = at + to - from;
            parser.parse(bytes, from, to);
            at = next;
            from = to;
        }
    }

    /// What is in force where the output begins, such as that the other screen is shown; none of the output itself.
    public void resume(byte[] modes) {
        parser.parse(modes, 0, modes.length);
    }

    /// Where the oldest open line begins: all before it is finished.
    public long upto() {
        return lines.getFirst().start;
    }

    /// Up to where the output was read.
    public long end() {
        return at;
    }

    /// Whether the other screen is shown at that place.
    public boolean isOnOtherScreen() {
        return alternate;
    }

    /// Finishes the lines above the one with the cursor: the program has paused there.
    public void rest() {
        finish(row);
    }

    /// Finishes the lines above all those that the program went to since the last pass: it prints on, and has left
    /// them.
    public void pass() {
        finish(reached);
        reached = row;
    }

    /// Finishes all lines: the program has ended.
    public void close() {
        row = lines.size() - 1;
        if (!line().toString().isEmpty()) {
            newLine(at);
        }
        finish(row);
        col = 0;
    }

    /// Finishes the oldest lines.
    private void finish(int count) {
        for (int i = 0; i < count; i++) {
            finished.line(lines.get(i).toString(), lines.get(i + 1).start);
        }
        lines.subList(0, count).clear();
        row -= count;
        top = Math.max(0, top - count);
        reached = Math.max(0, reached - count);
    }

    private Line line() {
        return lines.get(row);
    }

    @Override
    public void print(int codePoint) {
        int width = Columns.of(codePoint);
        home = false;
        if (alternate || width == 0) {
            return;
        }
        if (col + width > WIDEST) {
            newLine(at);
            col = 0;
        }
        line().set(col, codePoint);
        if (width == 2) {
            line().set(col + 1, SECOND_HALF);
        }
        col += width;
    }

    @Override
    public void control(int character) {
        home = false;
        if (alternate) {
            return;
        }
        switch (character) {
            case '\b' -> col = Math.max(0, col - 1);
            case '\t' -> col = Math.min(WIDEST - 1, (col / TAB + 1) * TAB);
            case '\n' -> newLine(next);
            case 0x0b, 0x0c -> newLine(at);
            case '\r' -> col = 0;
            default -> {}
        }
    }

    /// @param start where it begins, or earlier: only a line feed shows the place exactly
    private void newLine(long start) {
        row++;
        if (row == lines.size()) {
            lines.add(new Line(start));
            if (lines.size() > OPEN) {
                finish(1);
            }
        }
    }

    @Override
    public void escape(int intermediate, int last) {
        if (intermediate == 0 && last == 'c') {
            alternate = false;
            newPage();
        }
    }

    @Override
    public void sequence(Csi csi) {
        if (csi.prefix() == '?') {
            privateMode(csi);
        } else if (csi.prefix() == 0 && csi.intermediate() == 0 && !alternate) {
            move(csi);
            reached = Math.min(reached, row);
            home = (csi.last() == 'H' || csi.last() == 'f') && row == top && col == 0;
        }
    }

    private void privateMode(Csi csi) {
        if (csi.last() != 'h' && csi.last() != 'l') {
            return;
        }
        for (int i = 0; i < csi.count(); i++) {
            switch (csi.parameter(i, 0)) {
                case 47, 1047, 1049 -> alternate = csi.last() == 'h';
                default -> {}
            }
        }
    }

    private void move(Csi csi) {
        switch (csi.last()) {
            case 'A' -> row = Math.max(0, row - csi.distance(0));
            case 'B', 'e' -> row = Math.min(lines.size() - 1, row + csi.distance(0));
            case 'C', 'a' -> column((long) col + csi.distance(0));
            case 'D' -> column((long) col - csi.distance(0));
            case 'E' -> {
                row = Math.min(lines.size() - 1, row + csi.distance(0));
                col = 0;
            }
            case 'F' -> {
                row = Math.max(0, row - csi.distance(0));
                col = 0;
            }
            case 'G', '`' -> column(csi.distance(0) - 1L);
            case 'd' -> place(csi.distance(0) - 1);
            case 'H', 'f' -> {
                place(csi.distance(0) - 1);
                column(csi.distance(1) - 1L);
            }
            default -> edit(csi);
        }
    }

    private void column(long wanted) {
        col = Math.clamp(wanted, 0, WIDEST - 1);
    }

    /// A line of the page that was begun last, as far as it is open.
    private void place(int ofPage) {
        int down = Math.min(ofPage, OPEN - 1) - (row - top);
        row = Math.max(0, row + Math.min(0, down));
        for (int i = 0; i < down; i++) {
            newLine(at);
        }
    }

    private void edit(Csi csi) {
        switch (csi.last()) {
            case 'J' -> erase(csi.parameter(0, 0));
            case 'K' -> eraseLine(csi.parameter(0, 0));
            case 'X' -> line().clear(col, col + Math.min(WIDEST, csi.distance(0)));
            case 'P' -> line().delete(col, csi.distance(0));
            case '@' -> line().insert(col, Math.min(WIDEST, csi.distance(0)));
            default -> {}
        }
    }

    /// What is cleared as a whole was said all the same: a new page begins.
    private void erase(int what) {
        if (what == 2 || (what == 0 && home)) {
            newPage();
        } else if (what == 0) {
            line().clear(col, WIDEST);
            lines.subList(row + 1, lines.size()).clear();
        }
    }

    private void newPage() {
        while (lines.size() > 1 && lines.getLast().toString().isEmpty()) {
            lines.removeLast();
        }
        row = lines.size() - 1;
        if (!line().toString().isEmpty()) {
            newLine(at);
        }
        finish(row);
        lines.set(0, new Line(at));
        top = 0;
        row = 0;
        col = 0;
        reached = 0;
    }

    private void eraseLine(int what) {
        switch (what) {
            case 0 -> line().clear(col, WIDEST);
            case 1 -> line().clear(0, col + 1);
            default -> line().clear(0, WIDEST);
        }
    }
}
