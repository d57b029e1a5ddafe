package dev.svc.server.terminal.vt;

import java.util.Arrays;

/// The cells of one screen, and the moves of whole lines and parts of lines on it.
final class Grid {
    private final int cols;
    private final int rows;
    private int[][] lines;

    Grid(int cols, int rows) {
        this.cols = cols;
        this.rows = rows;
        this.lines = new int[rows][cols];
    }

    void set(int row, int col, int codePoint) {
        lines[row][col] = codePoint;
    }

    void clear(int row, int from, int to) {
        Arrays.fill(lines[row], Math.clamp(from, 0, cols), Math.clamp(to, 0, cols), 0);
    }

    void clearRows(int from, int to) {
        for (int row = from; row < to; row++) {
            clear(row, 0, cols);
        }
    }

    /// Moves the lines of a region up (or down, where the count is negative); empty ones follow.
    void scroll(int top, int bottom, int count) {
        int by = Math.clamp(count, top - bottom - 1, bottom - top + 1);
        int[][] moved = lines.clone();
        for (int row = top; row <= bottom; row++) {
            int from = row + by;
            moved[row] = from >= top && from <= bottom ? lines[from] : new int[cols];
        }
        lines = moved;
    }

    /// Moves the rest of a line to the right (or left, where the count is negative).
    void shift(int row, int col, int count) {
        int[] line = lines[row];
        int[] moved = line.clone();
        for (int at = col; at < cols; at++) {
            int from = at - count;
            moved[at] = from >= col && from < cols ? line[from] : 0;
        }
        lines[row] = moved;
    }

    /// Whether a line has something up to its end.
    boolean isFull(int row) {
        return lines[row][cols - 1] != 0 && lines[row][cols - 1] != ' ';
    }

    /// Another size, the top left corner kept.
    Grid resized(int newCols, int newRows) {
        var resized = new Grid(newCols, newRows);
        for (int row = 0; row < Math.min(rows, newRows); row++) {
            System.arraycopy(lines[row], 0, resized.lines[row], 0, Math.min(cols, newCols));
        }
        return resized;
    }

    String text(int row) {
        var text = new StringBuilder();
        for (int cell : lines[row]) {
            if (cell >= 0) {
                text.appendCodePoint(cell == 0 ? ' ' : cell);
            }
        }
        return text.toString().stripTrailing();
    }
}
