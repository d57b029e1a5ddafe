package dev.svc.server.engine.change;

import java.util.ArrayList;
import java.util.List;

/// Some lines of a patch that belong together.
///
/// @param oldStart the number of the first old line; 0 where the patch does not say, unless there are no old lines
/// @param isPlaced whether the patch says where it belongs
/// @param anchor a line that stands before it, for patches that find their place by it; otherwise empty
public record PatchHunk(int oldStart, boolean isPlaced, String anchor, List<Line> lines) {

    public PatchHunk {
        lines = List.copyOf(lines);
    }

    /// One line.
    ///
    /// @param op a blank, + or -
    /// @param text without its line feed
    /// @param isBare whether the file ends with it, without a line feed
    public record Line(char op, String text, boolean isBare) {}

    /// The lines before, in their order.
    public List<Line> before() {
        return without('+');
    }

    /// The lines after, in their order.
    public List<Line> after() {
        return without('-');
    }

    private List<Line> without(char op) {
        var kept = new ArrayList<Line>();
        for (var line : lines) {
            if (line.op() != op) {
                kept.add(line);
            }
        }
        return kept;
    }

    /// Collects lines, a mark that the last one is bare included. Owned by the reading that made it.
    public static final class Lines {
        private final List<Line> lines = new ArrayList<>();

        /// Takes a line as a unified diff has it; false when it is none.
        public boolean add(String line) {
            char op = line.isEmpty() ? ' ' : line.charAt(0);
            switch (op) {
                case ' ', '+', '-' -> lines.add(new Line(op, line.isEmpty() ? "" : line.substring(1), false));
                case '\\' -> {
                    if (!lines.isEmpty()) {
                        var last = lines.removeLast();
                        lines.add(new Line(last.op(), last.text(), true));
                    }
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        public boolean isEmpty() {
            return lines.isEmpty();
        }

        public List<Line> all() {
            return lines;
        }
    }
}
