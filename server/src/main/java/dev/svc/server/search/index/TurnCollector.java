package dev.svc.server.search.index;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.jspecify.annotations.Nullable;

/// Passes on the turns that were found in sessions that are asked for, with their scores. Owned by one thread of one
/// search.
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
        /// Whether it matters when a turn was said; asked for each of very many, so that most are only counted.
        ///
        /// @param most the highest score that the turn can have
        default boolean needsTime(int session, int kind, float most) {
            return true;
        }

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
            int kind = kinds.advanceExact(document) ? (int) kinds.longValue() : 0;
            float words = scorer.score();
            float most = Ranking.most(words);
            if (sink.needsTime(session, kind, most)) {
                long at = times.advanceExact(document) ? times.longValue() : 0;
                sink.add(session, base + document, kind, at, ranking.score(words, at));
            } else {
                sink.add(session, base + document, kind, 0, words);
            }
        }
    }

    /// Gathers the turns of one search on as many threads as the searcher has: each part of the index into a sink of
    /// its
    /// own, and these into one, in the order of the parts.
    ///
    /// Used by the thread that searches; the sessions are asked for by all of them.
    static final class Gathering<S extends TurnSink> implements CollectorManager<TurnCollector, S> {
        private final SessionNumbers numbers;
        private final Predicate<SessionId> sessions;
        private final Ranking ranking;
        private final Supplier<S> fresh;
        private final BiConsumer<S, S> into;
        private final List<S> parts = new ArrayList<>();

        /// @param fresh makes an empty sink
        /// @param into adds to the first what the second has
        Gathering(
                SessionNumbers numbers,
                Predicate<SessionId> sessions,
                Ranking ranking,
                Supplier<S> fresh,
                BiConsumer<S, S> into) {
            this.numbers = numbers;
            this.sessions = sessions;
            this.ranking = ranking;
            this.fresh = fresh;
            this.into = into;
        }

        @Override
        public TurnCollector newCollector() {
            var sink = fresh.get();
            parts.add(sink);
            return new TurnCollector(numbers, sessions, ranking, sink);
        }

        @Override
        public S reduce(Collection<TurnCollector> collectors) {
            var all = fresh.get();
            parts.forEach(part -> into.accept(all, part));
            return all;
        }
    }
}
