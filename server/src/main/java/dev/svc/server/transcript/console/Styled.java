package dev.svc.server.transcript.console;

import java.util.ArrayList;
import java.util.List;

/// One line of text with its styles, before it is wrapped.
final class Styled {
    private static final String TAB = "    ";

    private final String text;
    private final List<Run> runs;
    private final Clusters clusters;

    private Styled(List<Run> runs) {
        var whole = new StringBuilder();
        runs.forEach(run -> whole.append(run.text()));
        this.text = whole.toString();
        this.runs = runs;
        this.clusters = Clusters.of(text);
    }

    /// Cuts runs at their line breaks.
    static List<Styled> lines(List<Run> runs) {
        var lines = new ArrayList<Styled>();
        var line = new ArrayList<Run>();
        for (var run : runs) {
            var parts = run.text().replace("\t", TAB).split("\n", -1);
            for (int i = 0; i < parts.length; i++) {
                if (i > 0) {
                    lines.add(new Styled(line));
                    line = new ArrayList<>();
                }
                if (!parts[i].isEmpty()) {
                    line.add(new Run(parts[i], run.style()));
                }
            }
        }
        lines.add(new Styled(line));
        return lines;
    }

    Clusters clusters() {
        return clusters;
    }

    int width() {
        return clusters.width(0, clusters.count());
    }

    boolean isSpace(int cluster) {
        return text.charAt(clusters.start(cluster)) == ' ';
    }

    /// Appends some characters in their styles.
    void append(StringBuilder out, int fromCluster, int toCluster) {
        int from = clusters.start(fromCluster);
        int to = clusters.start(toCluster);
        int at = 0;
        for (var run : runs) {
            int start = Math.max(from, at);
            int end = Math.min(to, at + run.text().length());
            if (start < end) {
                run.style().append(out, text, start, end);
            }
            at += run.text().length();
            if (at >= to) {
                return;
            }
        }
    }
}
