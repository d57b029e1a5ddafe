package dev.svc.server.search.index;

import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.lucene.index.StoredFields;
import org.jspecify.annotations.Nullable;

/// Turns whose texts have to be looked into, the newest of them, and no more than can be looked into. Owned by one
/// search.
final class Candidates implements TurnCollector.TurnSink {
    static final int MOST = 20_000;

    private final PriorityQueue<Candidate> newest = new PriorityQueue<>(Comparator.comparingLong(Candidate::at));

    @OwnedBy("the search")
    private boolean left;

    private record Candidate(int session, int document, int kind, long at, float score) {}

    @Override
    public void add(int session, int document, int kind, long at, float score) {
        add(new Candidate(session, document, kind, at, score));
    }

    private void add(Candidate candidate) {
        newest.add(candidate);
        if (newest.size() > MOST) {
            newest.remove();
            left = true;
        }
    }

    /// With what another has kept beside it.
    void add(Candidates other) {
        other.newest.forEach(this::add);
        left |= other.left;
    }

    /// Passes on those whose texts the sieve takes, the newest first, until the time is over.
    ///
    /// @return a sentence that says what was not looked into; null when everything was
    @Nullable
    String sift(StoredFields texts, TextSieve sieve, long end, TurnCollector.TurnSink sink) throws IOException {
        var order = new ArrayList<>(newest);
        order.sort(Comparator.comparingLong(Candidate::at).reversed());
        int looked = 0;
        for (var it : order) {
            try {
                var text = texts.document(it.document(), Set.of(Fields.TEXT)).get(Fields.TEXT);
                if (text != null && sieve.takes(new HurriedText(text, end))) {
                    sink.add(it.session(), it.document(), it.kind(), it.at(), it.score());
                }
                looked++;
            } catch (HurriedText.OverdueException late) {
                return bounded(looked);
            } catch (StackOverflowError deep) {
                looked++; // a pattern that goes too deep in one text does not match it
            }
            if (System.nanoTime() - end > 0) {
                return looked < order.size() || left ? bounded(looked) : null;
            }
        }
        return left ? bounded(looked) : null;
    }

    private static String bounded(int looked) {
        return looked == 0
                ? "The pattern takes too long: narrow the search with a word."
                : String.format(
                        Locale.ROOT,
                        "Only the newest %,d turns were looked into: a word beside it narrows the search.",
                        looked);
    }
}
