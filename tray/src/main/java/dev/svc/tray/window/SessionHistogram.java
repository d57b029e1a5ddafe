package dev.svc.tray.window;

import java.util.List;

/// How many sessions lived at the last looks, the newest last.
///
/// @param counts at most [#MOST]
public record SessionHistogram(List<Integer> counts) {
    static final int MOST = 150;

    public static final SessionHistogram NONE = new SessionHistogram(List.of());

    public SessionHistogram {
        counts = List.copyOf(counts);
    }

    public SessionHistogram and(int live) {
        var all = new java.util.ArrayList<>(counts);
        all.add(live);
        return new SessionHistogram(all.subList(Math.max(0, all.size() - MOST), all.size()));
    }

    int highest() {
        return counts.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /// What the chart shows, in words.
    String sentence() {
        if (counts.isEmpty()) {
            return "No live sessions seen yet";
        }
        int lowest = counts.stream().mapToInt(Integer::intValue).min().orElse(0);
        return "Live sessions over the last %s: %d now, between %d and %d"
                .formatted(counts.size() < 31 ? "minute" : "five minutes", counts.getLast(), lowest, highest());
    }
}
