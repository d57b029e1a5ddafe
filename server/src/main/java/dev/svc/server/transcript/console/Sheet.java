package dev.svc.server.transcript.console;

import java.util.ArrayList;
import java.util.List;

/// Lines of a width under construction, with margins that what is written keeps to.
final class Sheet {
    /// A margin that would leave less than this is left out.
    private static final int LEAST = 12;

    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final List<Margin> margins = new ArrayList<>();
    private boolean gap;

    Sheet(int width) {
        this.width = width;
    }

    /// What stands before each line; `first` before the first one.
    private static final class Margin {
        private final Run first;
        private final Run rest;
        private final int width;
        private boolean used;

        Margin(Run first, Run rest) {
            this.first = first;
            this.rest = rest;
            this.width = Clusters.width(rest.text());
        }

        Run next() {
            Run next = used ? rest : first;
            used = true;
            return next;
        }
    }

    List<String> lines() {
        return lines;
    }

    /// Columns between the margins.
    int room() {
        return width - margins.stream().mapToInt(margin -> margin.width).sum();
    }

    /// Writes with a further margin; both its forms are of the same width.
    void within(Run first, Run rest, Runnable writing) {
        var margin = new Margin(first, rest);
        boolean fits = room() - margin.width >= LEAST;
        if (fits) {
            margins.add(margin);
        }
        writing.run();
        if (fits) {
            margins.removeLast();
        }
    }

    /// Leaves one blank line before what is written next.
    void gap() {
        gap = !lines.isEmpty();
    }

    void words(List<Run> runs) {
        Styled.lines(runs).forEach(line -> write(line, Wrapping.WORDS));
    }

    void verbatim(String text, Style style) {
        Styled.lines(List.of(new Run(text, style))).forEach(line -> write(line, Wrapping.VERBATIM));
    }

    private void write(Styled line, Wrapping wrapping) {
        for (var piece : wrapping.pieces(line, Math.max(1, room()))) {
            var out = begun();
            line.append(out, piece.from(), piece.to());
            lines.add(out.toString());
        }
    }

    /// A line that is laid out already and fits.
    void line(CharSequence content) {
        lines.add(begun().append(content).toString());
    }

    private StringBuilder begun() {
        if (gap) {
            gap = false;
            lines.add(margins.stream().anyMatch(margin -> !margin.used) ? "" : blank());
        }
        var out = new StringBuilder();
        for (var margin : margins) {
            var run = margin.next();
            run.style().append(out, run.text(), 0, run.text().length());
        }
        return out;
    }

    private String blank() {
        var out = new StringBuilder();
        for (var margin : margins) {
            var text = margin.rest.text().stripTrailing();
            if (!text.isEmpty()) {
                margin.rest.style().append(out, text, 0, text.length());
            }
        }
        return out.toString();
    }
}
