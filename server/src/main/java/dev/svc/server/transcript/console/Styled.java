package dev.svc.server.transcript.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One line of text with its styles, before it is wrapped.
final class Styled {
    private static final String TAB = "    ";

    private final String text;
    private final List<Run> runs;
    private final int[] starts; // of each run
    private final Clusters clusters;

    private Styled(List<Run> runs) {
        var whole = new StringBuilder();
        this.starts = new int[runs.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = whole.length();
            whole.append(runs.get(i).text());
        }
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
        for (int i = runAt(from); i < starts.length && starts[i] < to; i++) {
            var run = runs.get(i);
            int start = Math.max(from, starts[i]);
            int end = Math.min(to, starts[i] + run.text().length());
            if (start < end) {
                run.style().append(out, text, start, end);
            }
        }
    }

    /// A line may have thousands of runs and thousands of pieces: it is not looked through for each of them.
    private int runAt(int index) {
        int at = Arrays.binarySearch(starts, index);
        return at >= 0 ? at : Math.max(0, -at - 2);
    }
}
