package dev.svc.server.search.index;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.util.ArrayList;
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

/// Passes on the turns that were found in sessions that are asked for, with their scores, many at once. Owned by one
/// thread of one search.
final class TurnCollector extends SimpleCollector {
    private final SessionNumbers numbers;
    private final SessionNumbers.Choice choice;
    private final TurnSink sink;
    private final Ranking ranking;
    private final Batch found = new Batch();

    @OwnedBy("the search")
    private int[] segment = new int[0];

    @OwnedBy("the search")
    private SortedDocValues ids = DocValues.emptySorted();

    @OwnedBy("the search")
    private NumericDocValues said = DocValues.emptyNumeric();

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

        /// Takes several, in the order of the index. They are another's as soon as this returns.
        default void add(Batch batch) {
            for (int i = 0; i < batch.count; i++) {
                add(batch.sessions[i], batch.documents[i], batch.kind(i), batch.at(i), batch.scores[i]);
            }
        }
    }

    /// Turns side by side, so that a common word's million of them is gone through in loops that do one thing.
    static final class Batch {
        private static final int MOST = 512;

        final int[] sessions = new int[MOST];
        final int[] documents = new int[MOST];
        final float[] scores = new float[MOST];
        private final long[] said = new long[MOST];

        @OwnedBy("the search")
        int count;

        int kind(int i) {
            return Fields.kind(said[i]);
        }

        long at(int i) {
            return Fields.at(said[i]);
        }
    }

    TurnCollector(SessionNumbers numbers, SessionNumbers.Choice choice, Ranking ranking, TurnSink sink) {
        this.numbers = numbers;
        this.choice = choice;
        this.ranking = ranking;
        this.sink = sink;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext leaf) throws IOException {
        base = leaf.docBase;
        ids = DocValues.getSorted(leaf.reader(), Fields.OWNER);
        segment = numbers.of(leaf.reader(), ids);
        said = DocValues.getNumeric(leaf.reader(), Fields.SAID);
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
        if (scorer == null) {
            return;
        }
        int at = found.count++;
        found.documents[at] = document;
        found.scores[at] = scorer.score();
        if (found.count == Batch.MOST) {
            passOn();
        }
    }

    @Override
    public void finish() throws IOException {
        passOn();
    }

    private void passOn() throws IOException {
        said.longValues(found.count, found.documents, found.said, 0);
        int taken = 0;
        for (int i = 0; i < found.count; i++) {
            int document = found.documents[i];
            int session = ids.advanceExact(document) ? segment[ids.ordValue()] : -1;
            if (session >= 0 && choice.takes(session)) {
                found.sessions[taken] = session;
                found.documents[taken] = base + document;
                found.scores[taken] = found.scores[i];
                found.said[taken] = found.said[i];
                taken++;
            }
        }
        found.count = taken;
        for (int i = 0; i < taken; i++) {
            float words = found.scores[i];
            if (sink.needsTime(found.sessions[i], found.kind(i), Ranking.most(words))) {
                found.scores[i] = ranking.score(words, found.at(i));
            }
        }
        sink.add(found);
        found.count = 0;
    }

    /// Gathers the turns of one search on as many threads as the searcher has: each part of the index into a sink of
    /// its own, and these into one, in the order of the parts.
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
            return new TurnCollector(numbers, numbers.choice(sessions), ranking, sink);
        }

        @Override
        public S reduce(Collection<TurnCollector> collectors) {
            collectors.forEach(collector -> numbers.keep(collector.choice));
            var all = fresh.get();
            parts.forEach(part -> into.accept(all, part));
            return all;
        }
    }
}
