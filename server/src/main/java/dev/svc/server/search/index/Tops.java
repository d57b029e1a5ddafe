package dev.svc.server.search.index;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// Keeps the best turns of a few sessions. Owned by one search.
final class Tops implements TurnCollector.TurnSink {
    private static final Comparator<Top> WORST_FIRST = Comparator.comparingDouble(Top::score)
            .thenComparingLong(Top::at)
            .thenComparing(Comparator.comparingInt(Top::document).reversed());

    private final Kinds kinds;
    private final int most;
    private final Map<Integer, PriorityQueue<Top>> bySession = new HashMap<>();

    /// One turn that was found.
    record Top(int document, int kind, long at, float score) {}

    /// @param kinds that are asked for
    /// @param most of each session
    Tops(Kinds kinds, int most) {
        this.kinds = kinds;
        this.most = most;
    }

    @Override
    public void add(int session, int document, int kind, long at, float score) {
        if (!kinds.takes(kind)) {
            return;
        }
        add(session, new Top(document, kind, at, score));
    }

    private void add(int session, Top top) {
        var tops = bySession.computeIfAbsent(session, _ -> new PriorityQueue<>(WORST_FIRST));
        tops.add(top);
        if (tops.size() > most) {
            tops.remove();
        }
    }

    /// With what another has kept beside it.
    void add(Tops other) {
        other.bySession.forEach((session, tops) -> tops.forEach(top -> add(session, top)));
    }

    /// The best first.
    List<Top> of(int session) {
        var tops = bySession.get(session);
        return tops == null
                ? List.of()
                : tops.stream().sorted(WORST_FIRST.reversed()).toList();
    }
}
