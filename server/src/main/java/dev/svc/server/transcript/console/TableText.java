package dev.svc.server.transcript.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableCell.Alignment;
import org.commonmark.node.Node;
import org.jspecify.annotations.Nullable;

/// A table with its columns beside each other; where that has no room, one row below the other.
final class TableText {
    private static final int NARROWEST = 6;
    private static final String BETWEEN = " │ ";

    /// The name of a column precedes each of its cells.
    private static final int LONGEST_NAME = 40;

    private final Sheet sheet;
    private final Function<Node, List<Run>> content;
    private final List<List<TableCell>> rows = new ArrayList<>();

    private TableText(Sheet sheet, Function<Node, List<Run>> content) {
        this.sheet = sheet;
        this.content = content;
    }

    static void write(TableBlock table, Sheet sheet, Function<Node, List<Run>> content) {
        var text = new TableText(sheet, content);
        text.collect(table);
        text.write();
    }

    private void collect(Node parent) {
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            if (node.getFirstChild() instanceof TableCell) {
                rows.add(cells(node));
            } else {
                collect(node);
            }
        }
    }

    private static List<TableCell> cells(Node row) {
        var cells = new ArrayList<TableCell>();
        for (var node = row.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof TableCell cell) {
                cells.add(cell);
            }
        }
        return cells;
    }

    private void write() {
        if (rows.isEmpty()) {
            return;
        }
        int columns = rows.getFirst().size();
        int room = sheet.room() - (columns - 1) * BETWEEN.length();
        if (room < columns * NARROWEST) {
            listed();
        } else {
            ruled(widths(columns, room));
        }
    }

    private int[] widths(int columns, int room) {
        var widths = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < Math.min(columns, row.size()); i++) {
                widths[i] = Math.max(widths[i], Math.max(1, line(row.get(i)).width()));
            }
        }
        int least = Arrays.stream(widths).sum();
        for (int cap = room; least > room; cap--) {
            int most = cap;
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.min(widths[i], Math.max(NARROWEST, most));
            }
            least = Arrays.stream(widths).sum();
        }
        return widths;
    }

    private Styled line(TableCell cell) {
        return Styled.lines(cellRuns(cell)).getFirst();
    }

    private List<Run> cellRuns(TableCell cell) {
        return content.apply(cell).stream()
                .map(run -> new Run(
                        run.text().replace('\n', ' '),
                        cell.isHeader() ? run.style().withBold() : run.style()))
                .toList();
    }

    private void ruled(int[] widths) {
        for (int i = 0; i < rows.size(); i++) {
            row(rows.get(i), widths);
            if (i == 0) {
                rule(widths);
            }
        }
    }

    private void rule(int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(i == 0 ? "" : "─┼─").append("─".repeat(widths[i]));
        }
        styled(line.toString());
    }

    private void styled(String text) {
        var out = new StringBuilder();
        Style.DIM.append(out, text, 0, text.length());
        sheet.line(out);
    }

    private void row(List<TableCell> cells, int[] widths) {
        var lines = new ArrayList<Styled>();
        var pieces = new ArrayList<List<Wrapping.Piece>>();
        int height = 1;
        for (int i = 0; i < Math.min(widths.length, cells.size()); i++) {
            lines.add(line(cells.get(i)));
            pieces.add(Wrapping.WORDS.pieces(lines.get(i), widths[i]));
            height = Math.max(height, pieces.get(i).size());
        }
        for (int y = 0; y < height; y++) {
            var out = new StringBuilder();
            for (int i = 0; i < lines.size(); i++) {
                if (i > 0) {
                    Style.DIM.append(out, BETWEEN, 0, BETWEEN.length());
                }
                cell(
                        out,
                        lines.get(i),
                        y < pieces.get(i).size() ? pieces.get(i).get(y) : null,
                        widths[i],
                        cells.get(i).getAlignment());
            }
            sheet.line(out);
        }
    }

    private static void cell(
            StringBuilder out, Styled line, Wrapping.@Nullable Piece piece, int width, @Nullable Alignment alignment) {
        int used = piece == null ? 0 : line.clusters().width(piece.from(), piece.to());
        int free = Math.max(0, width - used);
        int before = alignment == Alignment.RIGHT ? free : alignment == Alignment.CENTER ? free / 2 : 0;
        out.append(" ".repeat(before));
        if (piece != null) {
            line.append(out, piece.from(), piece.to());
        }
        out.append(" ".repeat(free - before));
    }

    private static List<Run> shortened(List<Run> name) {
        var kept = new ArrayList<Run>();
        int left = LONGEST_NAME;
        for (var run : name) {
            if (run.text().length() > left) {
                kept.add(new Run(run.text().substring(0, left) + "…", run.style()));
                return kept;
            }
            kept.add(run);
            left -= run.text().length();
        }
        return kept;
    }

    /// Each cell on a line of its own after the name of its column.
    private void listed() {
        var names = rows.getFirst();
        var told = rows.size() == 1 ? rows : rows.subList(1, rows.size());
        for (var row : told) {
            for (int i = 0; i < row.size(); i++) {
                var runs = new ArrayList<Run>();
                if (i < names.size() && rows.size() > 1) {
                    runs.addAll(shortened(cellRuns(names.get(i))));
                    runs.add(new Run(": ", Style.BOLD));
                }
                runs.addAll(cellRuns(row.get(i)));
                sheet.words(runs);
            }
            sheet.gap();
        }
    }
}
