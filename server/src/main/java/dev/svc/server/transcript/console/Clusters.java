package dev.svc.server.transcript.console;

import dev.svc.shared.text.Columns;
import java.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;

/// A text cut into characters as people see them, with the columns that each takes.
final class Clusters {
    private final int[] ends; // for each character, the index after it
    private final byte[] widths;

    private Clusters(int[] ends, byte[] widths) {
        this.ends = ends;
        this.widths = widths;
    }

    static Clusters of(String text) {
        return isPlain(text) ? plain(text.length()) : cut(text);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x300) {
                return false;
            }
        }
        return true;
    }

    private static Clusters plain(int length) {
        var ends = new int[length];
        Arrays.setAll(ends, i -> i + 1);
        var widths = new byte[length];
        Arrays.fill(widths, (byte) 1);
        return new Clusters(ends, widths);
    }

    private static Clusters cut(String text) {
        var ends = new int[text.length()];
        var widths = new byte[text.length()];
        var breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
        breaks.setText(text);
        int count = 0;
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; start = end, end = breaks.next()) {
            ends[count] = end;
            widths[count++] = (byte) Columns.ofCluster(text, start, end);
        }
        return new Clusters(Arrays.copyOf(ends, count), Arrays.copyOf(widths, count));
    }

    int count() {
        return ends.length;
    }

    int start(int cluster) {
        return cluster == 0 ? 0 : ends[cluster - 1];
    }

    int width(int cluster) {
        return widths[cluster];
    }

    int width(int from, int to) {
        int width = 0;
        for (int i = from; i < to; i++) {
            width += widths[i];
        }
        return width;
    }

    static int width(String text) {
        var clusters = of(text);
        return clusters.width(0, clusters.count());
    }
}
