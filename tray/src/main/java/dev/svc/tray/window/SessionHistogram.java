package dev.svc.tray.window;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// How many sessions lived in the last five minutes, as the moments at which the number changed, the newest last.
///
/// @param changes the first of them may be older: what it says held when the five minutes began
public record SessionHistogram(List<Change> changes) {
    static final Duration SPAN = Duration.ofMinutes(5);

    private static final int MOST = 300;

    public static final SessionHistogram NONE = new SessionHistogram(List.of());

    /// From a moment on.
    record Change(Instant at, int live) {}

    public SessionHistogram {
        changes = List.copyOf(changes);
    }

    public SessionHistogram and(int live, Instant now) {
        var all = new ArrayList<>(changes);
        if (all.isEmpty() || all.getLast().live() != live) {
            all.add(new Change(now, live));
        }
        Instant begin = now.minus(SPAN);
        while (all.size() > MOST || (all.size() > 1 && !all.get(1).at().isAfter(begin))) {
            all.removeFirst();
        }
        return new SessionHistogram(all);
    }

    int highest() {
        return changes.stream().mapToInt(Change::live).max().orElse(0);
    }

    /// What the chart shows, in words.
    String sentence() {
        if (changes.isEmpty()) {
            return "No live sessions seen yet";
        }
        int lowest = changes.stream().mapToInt(Change::live).min().orElse(0);
        return "Live sessions over the last five minutes: %d now, between %d and %d"
                .formatted(changes.getLast().live(), lowest, highest());
    }
}
