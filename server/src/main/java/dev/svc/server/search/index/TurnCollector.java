package dev.svc.server.search.index;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Predicate;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.jspecify.annotations.Nullable;

/// Passes on the turns that were found in sessions that are asked for, with their scores. Owned by one search.
final class TurnCollector extends SimpleCollector {
    private static final byte UNKNOWN = 0;
    private static final byte TAKEN = 1;
    private static final byte LEFT = 2;

    private final SessionNumbers numbers;
    private final Predicate<SessionId> sessions;
    private final TurnSink sink;
    private final Ranking ranking;

    @OwnedBy("the search")
    private byte[] known = new byte[0];

    @OwnedBy("the search")
    private int[] segment = new int[0];

    @OwnedBy("the search")
    private SortedDocValues ids = DocValues.emptySorted();

    @OwnedBy("the search")
    private NumericDocValues kinds = DocValues.emptyNumeric();

    @OwnedBy("the search")
    private NumericDocValues times = DocValues.emptyNumeric();

    @OwnedBy("the search")
    private int base;

    @OwnedBy("the search")
    private @Nullable Scorable scorer;

    /// Where the turns go.
    interface TurnSink {
        /// Takes one turn that was found.
        ///
        /// @param session by its number
        /// @param at since 1970; 0 where the log does not say
        void add(int session, int document, int kind, long at, float score);
    }

    TurnCollector(SessionNumbers numbers, Predicate<SessionId> sessions, Ranking ranking, TurnSink sink) {
        this.numbers = numbers;
        this.sessions = sessions;
        this.ranking = ranking;
        this.sink = sink;
    }

    /// For one search on the calling thread.
    CollectorManager<TurnCollector, TurnSink> manager() {
        return new CollectorManager<>() {
            @Override
            public TurnCollector newCollector() {
                return TurnCollector.this;
            }

            @Override
            public TurnSink reduce(Collection<TurnCollector> collectors) {
                return sink;
            }
        };
    }

    @Override
    protected void doSetNextReader(LeafReaderContext leaf) throws IOException {
        base = leaf.docBase;
        ids = DocValues.getSorted(leaf.reader(), Fields.SESSION);
        segment = numbers.of(leaf.reader(), ids);
        kinds = DocValues.getNumeric(leaf.reader(), Fields.KIND);
        times = DocValues.getNumeric(leaf.reader(), Fields.AT);
        int count = numbers.count();
        if (known.length < count) {
            known = Arrays.copyOf(known, count);
        }
    }

    @Override
    public void setScorer(Scorable given) {
        scorer = given;
    }

    @Override
    public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE;
    }

    @Override
    public void collect(int document) throws IOException {
        if (!ids.advanceExact(document) || scorer == null) {
            return;
        }
        int session = segment[ids.ordValue()];
        if (known[session] == UNKNOWN) {
            known[session] = sessions.test(numbers.session(session)) ? TAKEN : LEFT;
        }
        if (known[session] == TAKEN) {
            long at = times.advanceExact(document) ? times.longValue() : 0;
            int kind = kinds.advanceExact(document) ? (int) kinds.longValue() : 0;
            sink.add(session, base + document, kind, at, ranking.score(scorer.score(), at));
        }
    }
}
