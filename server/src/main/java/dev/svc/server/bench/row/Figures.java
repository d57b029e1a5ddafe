package dev.svc.server.bench.row;

import java.util.Arrays;

/// What many figures come to.
public final class Figures {
    private Figures() {}

    /// The one that so many percent of all do not exceed.
    ///
    /// @param percent 100 for the largest
    public static double percentile(double[] figures, int percent) {
        var sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    /// The one in the middle, or between the two there.
    public static double median(double[] figures) {
        var sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
