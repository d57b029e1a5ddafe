package dev.svc.server.search.index;

import dev.svc.server.search.query.TurnKind;
import dev.svc.shared.vital.OwnedBy;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;

/// Counts what was found by session and by kind, and keeps the best of each session. Owned by one search.
final class SessionTally implements TurnCollector.TurnSink {
    private final Kinds kinds;
    private final long[] byKind = new long[Kinds.count()];

    @OwnedBy("the search")
    private int[] counts = new int[0];

    @OwnedBy("the search")
    private float[] best = new float[0];

    /// When the best one was said, and of several that are as good the newest.
    @OwnedBy("the search")
    private long[] newest = new long[0];

    @OwnedBy("the search")
    private int sessions;

    @OwnedBy("the search")
    private long turns;

    /// @param kinds that are asked for. The others are counted by their kind alone.
    SessionTally(Kinds kinds) {
        this.kinds = kinds;
    }

    /// A turn that is not as good as the best of its session changes the counts alone.
    @Override
    public boolean needsTime(int session, int kind, float most) {
        return kinds.takes(kind) && (session >= counts.length || counts[session] == 0 || most >= best[session]);
    }

    @Override
    public void add(int session, int document, int kind, long at, float score) {
        count(session, kind, at, score);
    }

    private void count(int session, int kind, long at, float score) {
        byKind[kind]++;
        if (!kinds.takes(kind)) {
            return;
        }
        count(session, 1, score, at);
    }

    private void count(int session, int more, float score, long at) {
        if (session >= counts.length) {
            int size = Math.max(session + 1, counts.length * 2);
            counts = Arrays.copyOf(counts, size);
            best = Arrays.copyOf(best, size);
            newest = Arrays.copyOf(newest, size);
        }
        boolean isFirst = counts[session] == 0;
        sessions += isFirst ? 1 : 0;
        counts[session] += more;
        if (isFirst || score > best[session]) {
            best[session] = score;
            newest[session] = at;
        } else if (score == best[session]) {
            newest[session] = Math.max(newest[session], at);
        }
        turns += more;
    }

    /// With what another has counted beside it.
    void add(SessionTally other) {
        for (int kind = 0; kind < byKind.length; kind++) {
            byKind[kind] += other.byKind[kind];
        }
        for (int session = 0; session < other.counts.length; session++) {
            if (other.counts[session] > 0) {
                count(session, other.counts[session], other.best[session], other.newest[session]);
            }
        }
    }

    int sessions() {
        return sessions;
    }

    long turns() {
        return turns;
    }

    int count(int session) {
        return session < counts.length ? counts[session] : 0;
    }

    float best(int session) {
        return session < best.length ? best[session] : 0;
    }

    /// In a loop of its own, where nothing is called that has several forms.
    @Override
    public void add(TurnCollector.Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            count(batch.sessions[i], batch.kind(i), batch.at(i), batch.scores[i]);
        }
    }

    Map<TurnKind, Long> byKind() {
        var all = new EnumMap<TurnKind, Long>(TurnKind.class);
        for (int number = 0; number < byKind.length; number++) {
            all.put(Kinds.kind(number), byKind[number]);
        }
        return all;
    }

    /// The numbers of the sessions that were found, in no order.
    int[] found() {
        var found = new int[sessions];
        int at = 0;
        for (int session = 0; session < counts.length; session++) {
            if (counts[session] > 0) {
                found[at++] = session;
            }
        }
        return found;
    }

    /// The sessions at these places of the order, the best first. Of those that are as good the newest is first,
    /// and what is left goes by number, so that pages do not overlap.
    int[] ranked(int from, int to) {
        var worstFirst = new PriorityQueue<Integer>((a, b) -> compare(b, a));
        for (int session : found()) {
            if (worstFirst.size() < to) {
                worstFirst.add(session);
            } else if (to > 0 && compare(session, worstFirst.element()) < 0) {
                worstFirst.remove();
                worstFirst.add(session);
            }
        }
        var order = new int[worstFirst.size()];
        for (int i = order.length - 1; i >= 0; i--) {
            order[i] = worstFirst.remove();
        }
        return from >= order.length ? new int[0] : Arrays.copyOfRange(order, from, order.length);
    }

    /// Below 0 where the first one is better.
    private int compare(int one, int other) {
        int byScore = Float.compare(best[other], best[one]);
        int byTime = byScore != 0 ? byScore : Long.compare(newest[other], newest[one]);
        return byTime != 0 ? byTime : Integer.compare(one, other);
    }
}
