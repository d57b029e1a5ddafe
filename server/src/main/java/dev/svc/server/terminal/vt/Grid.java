package dev.svc.server.terminal.vt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The cells of one screen, and moves of whole lines and parts of lines. Lines are allocated lazily: every terminal has
/// a screen, and most of most screens is empty.
final class Grid {
    private static final int[] NOTHING = {};

    private final int cols;
    private final int rows;
    private final int[][] lines;

    Grid(int cols, int rows) {
        this.cols = cols;
        this.rows = rows;
        this.lines = new int[rows][];
        Arrays.fill(lines, NOTHING);
    }

    void set(int row, int col, int codePoint) {
        line(row)[col] = codePoint;
    }

    /// Characters of ASCII, which must fit.
    void set(int row, int col, byte[] bytes, int from, int length) {
        int[] line = line(row);
        for (int i = 0; i < length; i++) {
            line[col + i] = bytes[from + i];
        }
    }

    private int[] line(int row) {
        if (isBlank(row)) {
            lines[row] = new int[cols];
        }
        return lines[row];
    }

    private boolean isBlank(int row) {
        return lines[row].length == 0;
    }

    void clear(int row, int from, int to) {
        if (!isBlank(row)) {
            Arrays.fill(lines[row], Math.clamp(from, 0, cols), Math.clamp(to, 0, cols), 0);
        }
    }

    void clearRows(int from, int to) {
        for (int row = from; row < to; row++) {
            clear(row, 0, cols);
        }
    }

    /// Moves the lines of a region up (or down, where the count is negative); empty ones follow.
    void scroll(int top, int bottom, int count) {
        int height = bottom - top + 1;
        int by = Math.clamp(count, -height, height);
        int gone = by > 0 ? top : bottom + 1 + by; // where the lines lie that move out, and then come in empty
        int free = by > 0 ? bottom + 1 - by : top;
        int[][] moved = Arrays.copyOfRange(lines, gone, gone + Math.abs(by));
        System.arraycopy(lines, Math.max(top, top + by), lines, Math.max(top, top - by), height - moved.length);
        System.arraycopy(moved, 0, lines, free, moved.length);
        clearRows(free, free + moved.length);
    }

    /// Moves the rest of a line to the right (or left, where the count is negative).
    void shift(int row, int col, int count) {
        int[] line = line(row);
        int[] moved = line.clone();
        for (int at = col; at < cols; at++) {
            int from = at - count;
            moved[at] = from >= col && from < cols ? line[from] : 0;
        }
        lines[row] = moved;
    }

    /// Whether a line has something up to its end.
    boolean isFull(int row) {
        return !isBlank(row) && lines[row][cols - 1] != 0 && lines[row][cols - 1] != ' ';
    }

    /// Another size, the top left corner kept.
    Grid resized(int newCols, int newRows) {
        var resized = new Grid(newCols, newRows);
        for (int row = 0; row < Math.min(rows, newRows); row++) {
            if (!isBlank(row)) {
                System.arraycopy(lines[row], 0, resized.line(row), 0, Math.min(cols, newCols));
            }
        }
        return resized;
    }

    /// The text of a line without the blanks at its end.
    String text(int row) {
        int[] line = lines[row];
        int end = line.length;
        while (end > 0 && (line[end - 1] == 0 || line[end - 1] == ' ')) {
            end--;
        }
        var ascii = new byte[end];
        for (int at = 0; at < end; at++) {
            if (line[at] < 0 || line[at] >= 0x80) {
                return wideText(line, end);
            }
            ascii[at] = (byte) (line[at] == 0 ? ' ' : line[at]);
        }
        return new String(ascii, StandardCharsets.US_ASCII).stripTrailing();
    }

    private static String wideText(int[] line, int end) {
        var text = new StringBuilder(end);
        for (int at = 0; at < end; at++) {
            if (line[at] >= 0) {
                text.appendCodePoint(line[at] == 0 ? ' ' : line[at]);
            }
        }
        return text.toString().stripTrailing();
    }
}
