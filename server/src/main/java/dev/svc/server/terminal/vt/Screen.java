package dev.svc.server.terminal.vt;

import dev.svc.shared.text.Columns;
import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A small model of a terminal's screen: enough to read what a program shows, without colours. Owned by one thread.
public final class Screen implements VtSink {
    private static final int TAB = 8;
    private static final int SECOND_HALF = -1;

    private final VtParser parser = new VtParser(this, true);
    private int cols;
    private int rows;
    private Grid grid;
    private @Nullable Grid other; // made when a program first asks for the other screen
    private boolean alternate;
    private boolean cursorShown = true;
    private int row;
    private int col;
    private int savedRow;
    private int savedCol;
    private int top;
    private int bottom;

    public Screen(int cols, int rows) {
        this.cols = cols;
        this.rows = rows;
        this.grid = new Grid(cols, rows);
        this.bottom = rows - 1;
    }

    public void write(byte[] bytes, int length) {
        parser.parse(bytes, 0, length);
    }

    /// A terminal that becomes lower keeps the line with the cursor: lines leave it above, as in the browser.
    public void resize(int newCols, int newRows) {
        if (newCols == cols && newRows == rows) {
            return;
        }
        int below = Math.max(0, row - newRows + 1);
        grid.scroll(0, rows - 1, below);
        row -= below;
        if (alternate && other != null) {
            int hidden = Math.max(0, savedRow - newRows + 1);
            other.scroll(0, rows - 1, hidden);
            savedRow -= hidden;
        }
        grid = grid.resized(newCols, newRows);
        other = other == null ? null : other.resized(newCols, newRows);
        cols = newCols;
        rows = newRows;
        top = 0;
        bottom = rows - 1;
        moveTo(row, col);
    }

    /// The lines from top to bottom, without trailing blanks; each is read lazily.
    public List<String> lines() {
        return new Lines();
    }

    /// Most of a screen is rarely looked at.
    private final class Lines extends AbstractList<String> {
        private final @Nullable String[] known = new String[rows];

        @Override
        public String get(int index) {
            String line = known[index];
            if (line == null) {
                line = grid.text(index);
                known[index] = line;
            }
            return line;
        }

        @Override
        public int size() {
            return known.length;
        }
    }

    /// The whole screen. A line that runs on into the next one does so here: what was cut in two by the edge is
    /// one word again.
    public String text() {
        var text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append(grid.text(i)).append(grid.isFull(i) ? "" : "\n");
        }
        return text.toString().stripTrailing();
    }

    /// Counted from 0.
    public int cursorRow() {
        return row;
    }

    /// Counted from 0.
    public int cursorColumn() {
        return col;
    }

    public boolean isCursorShown() {
        return cursorShown;
    }

    @Override
    public void print(int codePoint) {
        int width = Columns.of(codePoint);
        if (width == 0) {
            return;
        }
        if (col + width > cols) {
            col = 0;
            feed();
        }
        grid.set(row, col, codePoint);
        if (width == 2 && col + 1 < cols) {
            grid.set(row, col + 1, SECOND_HALF);
        }
        col += width;
    }

    @Override
    public void print(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (col >= cols) {
                col = 0;
                feed();
            }
            int length = Math.min(to - at, cols - col);
            grid.set(row, col, bytes, at, length);
            col += length;
            at += length;
        }
    }

    @Override
    public void control(int character) {
        switch (character) {
            case '\b' -> col = Math.max(0, Math.min(col, cols - 1) - 1);
            case '\t' -> col = Math.min(cols - 1, (col / TAB + 1) * TAB);
            case '\n', 0x0b, 0x0c -> feed();
            case '\r' -> col = 0;
            default -> {}
        }
    }

    private void feed() {
        if (row == bottom) {
            grid.scroll(top, bottom, 1);
        } else {
            row = Math.min(rows - 1, row + 1);
        }
    }

    @Override
    public void escape(int intermediate, int last) {
        if (intermediate != 0) {
            return;
        }
        switch (last) {
            case 'D' -> feed();
            case 'E' -> {
                col = 0;
                feed();
            }
            case 'M' -> {
                if (row == top) {
                    grid.scroll(top, bottom, -1);
                } else {
                    row = Math.max(0, row - 1);
                }
            }
            case '7' -> save();
            case '8' -> moveTo(savedRow, savedCol);
            case 'c' -> reset();
            default -> {}
        }
    }

    private void save() {
        savedRow = row;
        savedCol = col;
    }

    private void reset() {
        grid.clearRows(0, rows);
        top = 0;
        bottom = rows - 1;
        cursorShown = true;
        moveTo(0, 0);
    }

    private void moveTo(int newRow, int newCol) {
        row = Math.clamp(newRow, 0, rows - 1);
        col = Math.clamp(newCol, 0, cols - 1);
    }

    @Override
    public void sequence(Csi csi) {
        if (csi.prefix() == '?') {
            privateMode(csi);
        } else if (csi.prefix() == 0 && csi.intermediate() == 0) {
            move(csi);
        }
    }

    private void privateMode(Csi csi) {
        boolean on = csi.last() == 'h';
        if (!on && csi.last() != 'l') {
            return;
        }
        for (int i = 0; i < csi.count(); i++) {
            switch (csi.parameter(i, 0)) {
                case 25 -> cursorShown = on;
                case 47, 1047, 1049 -> switchTo(on);
                default -> {}
            }
        }
    }

    private void switchTo(boolean wanted) {
        if (wanted == alternate) {
            return;
        }
        alternate = wanted;
        var former = grid;
        grid = other == null ? new Grid(cols, rows) : other;
        other = former;
        if (wanted) {
            save();
            grid.clearRows(0, rows);
        } else {
            moveTo(savedRow, savedCol);
        }
    }

    private void move(Csi csi) {
        switch (csi.last()) {
            case 'A' -> moveTo(row - csi.distance(0), col);
            case 'B', 'e' -> moveTo(row + csi.distance(0), col);
            case 'C', 'a' -> moveTo(row, col + csi.distance(0));
            case 'D' -> moveTo(row, Math.min(col, cols - 1) - csi.distance(0));
            case 'E' -> moveTo(row + csi.distance(0), 0);
            case 'F' -> moveTo(row - csi.distance(0), 0);
            case 'G', '`' -> moveTo(row, csi.distance(0) - 1);
            case 'd' -> moveTo(csi.distance(0) - 1, col);
            case 'H', 'f' -> moveTo(csi.distance(0) - 1, csi.distance(1) - 1);
            case 's' -> save();
            case 'u' -> moveTo(savedRow, savedCol);
            case 'r' -> region(csi);
            default -> edit(csi);
        }
    }

    private void region(Csi csi) {
        top = Math.clamp(csi.distance(0) - 1L, 0, rows - 1);
        bottom = Math.clamp(csi.parameter(1, rows) - 1L, top, rows - 1);
        moveTo(0, 0);
    }

    private void edit(Csi csi) {
        int at = Math.min(col, cols - 1);
        switch (csi.last()) {
            case 'J' -> erase(csi.parameter(0, 0), at);
            case 'K' -> eraseLine(csi.parameter(0, 0), at);
            case 'X' -> grid.clear(row, at, at + csi.distance(0));
            case '@' -> grid.shift(row, at, csi.distance(0));
            case 'P' -> grid.shift(row, at, -csi.distance(0));
            case 'L' -> scrollHere(-csi.distance(0));
            case 'M' -> scrollHere(csi.distance(0));
            case 'S' -> grid.scroll(top, bottom, csi.distance(0));
            case 'T' -> grid.scroll(top, bottom, -csi.distance(0));
            default -> {}
        }
    }

    private void scrollHere(int count) {
        if (row >= top && row <= bottom) {
            grid.scroll(row, bottom, count);
        }
    }

    private void erase(int what, int at) {
        switch (what) {
            case 0 -> {
                grid.clear(row, at, cols);
                grid.clearRows(row + 1, rows);
            }
            case 1 -> {
                grid.clearRows(0, row);
                grid.clear(row, 0, at + 1);
            }
            case 2 -> grid.clearRows(0, rows);
            default -> {}
        }
    }

    private void eraseLine(int what, int at) {
        switch (what) {
            case 0 -> grid.clear(row, at, cols);
            case 1 -> grid.clear(row, 0, at + 1);
            default -> grid.clear(row, 0, cols);
        }
    }
}
