package dev.svc.server.search.index;

import dev.svc.server.search.index.FoundTurns.Group;
import dev.svc.server.search.index.FoundTurns.Hit;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Finds turns. Which sessions are asked for is the caller's business: nothing that people organise is in the index.
public final class TurnFinder {
    private static final int HITS = 3;
    private static final int MOST_HITS = 500;

    private final View index;
    private final Times times;
    private final SessionNumbers numbers = new SessionNumbers();

    /// An index as somebody sees it who searches.
    public interface View {

        /// Lets somebody look.
        ///
        /// @throws IOException when there is no index to look at
        <T> T look(Look<T> look) throws IOException;
    }

    /// What is done with a searcher while it is held.
    @FunctionalInterface
    public interface Look<T> {
        T at(IndexSearcher searcher) throws IOException;
    }

    /// The sessions of a set that does not change. What is found out about it helps the next search in the same one.
    public record Among(Set<SessionId> ids) implements Predicate<SessionId> {
        @Override
        public boolean test(SessionId session) {
            return ids.contains(session);
        }
    }

    /// How long one search may take.
    ///
    /// @param sifting for looking into texts
    /// @param marking for marking what was found
    public record Times(Duration sifting, Duration marking) {
        public static final Times USUAL = new Times(Duration.ofMillis(1_500), Duration.ofMillis(500));
    }

    public TurnFinder(View index, Times times) {
        this.index = index;
        this.times = times;
    }

    /// A part of the groups.
    public record Window(int offset, int limit) {}

    /// Finds the turns that a query asks for, with the best sessions of a part of them.
    ///
    /// @param sessions that are asked for
    public FoundTurns find(SearchQuery asked, Predicate<SessionId> sessions, Window window, Instant now)
            throws IOException {
        var wanted = Translation.of(asked);
        var kinds = Kinds.of(asked);
        return index.look(searcher -> {
            var ranking = Ranking.at(now);
            boolean isSifted = wanted.sieve().isNeeded();
            var sifted = new Sifted();
            if (isSifted) {
                sifted.sift(searcher, wanted, sessions, ranking);
            }
            var tally = isSifted
                    ? sifted.into(new SessionTally(kinds))
                    : tally(searcher, wanted.query(), sessions, ranking, kinds);
            int[] page = tally.ranked(window.offset(), window.offset() + window.limit());
            var tops = isSifted || page.length == 0
                    ? sifted.into(new Tops(kinds, HITS))
                    : tops(searcher, within(wanted.query(), page), _ -> true, ranking, () -> new Tops(kinds, HITS));
            var hits = new Hits(
                    searcher,
                    wanted.wanted(),
                    System.nanoTime() + times.marking().toNanos());
            var groups = new ArrayList<Group>();
            for (int session : page) {
                var shown = hits.of(tops.of(session));
                groups.add(new Group(numbers.session(session), shown, tally.count(session) - shown.size()));
            }
            return new FoundTurns(
                    groups, numbers.sessions(tally.found()), tally.turns(), tally.byKind(), sifted.bounded());
        });
    }

    /// The turns of one session in their order, the best of them where there are very many.
    public FoundTurns in(SessionId session, SearchQuery asked, Instant now) throws IOException {
        var wanted = Translation.of(asked);
        var kinds = Kinds.of(asked);
        return index.look(searcher -> {
            var ranking = Ranking.at(now);
            boolean isSifted = wanted.sieve().isNeeded();
            var sifted = new Sifted();
            var query = only(wanted.query(), List.of(session));
            if (isSifted) {
                sifted.sift(
                        searcher, new Translation(query, wanted.sieve(), wanted.wanted()), session::equals, ranking);
            }
            var tops = isSifted
                    ? sifted.into(new Tops(kinds, MOST_HITS))
                    : tops(searcher, query, session::equals, ranking, () -> new Tops(kinds, MOST_HITS));
            var tally = isSifted
                    ? sifted.into(new SessionTally(kinds))
                    : tally(searcher, query, session::equals, ranking, kinds);
            var hits = new Hits(
                    searcher,
                    wanted.wanted(),
                    System.nanoTime() + times.marking().toNanos());
            var found = tally.found();
            List<Hit> shown = found.length == 0 ? List.of() : hits.of(tops.of(found[0]));
            var inOrder =
                    shown.stream().sorted(Comparator.comparingInt(Hit::turn)).toList();
            int more = (int) tally.turns() - inOrder.size();
            return new FoundTurns(
                    List.of(new Group(session, inOrder, more)),
                    List.of(session),
                    tally.turns(),
                    tally.byKind(),
                    sifted.bounded());
        });
    }

    /// Sessions that say the same rare words as this one, the most alike first.
    public List<SessionId> similar(SessionId session, Predicate<SessionId> sessions, int limit, Instant now)
            throws IOException {
        return index.look(searcher -> {
            var query = RareWords.of(searcher, session);
            if (query.isEmpty()) {
                return List.of();
            }
            var tally = tally(
                    searcher,
                    query.get(),
                    it -> !it.equals(session) && sessions.test(it),
                    Ranking.at(now),
                    Kinds.every());
            return IntStream.of(tally.ranked(0, limit))
                    .mapToObj(numbers::session)
                    .toList();
        });
    }

    private SessionTally tally(
            IndexSearcher searcher, Query query, Predicate<SessionId> sessions, Ranking ranking, Kinds kinds)
            throws IOException {
        return searcher.search(
                query,
                new TurnCollector.Gathering<>(
                        numbers, sessions, ranking, () -> new SessionTally(kinds), SessionTally::add));
    }

    private Tops tops(
            IndexSearcher searcher, Query query, Predicate<SessionId> sessions, Ranking ranking, Supplier<Tops> fresh)
            throws IOException {
        return searcher.search(query, new TurnCollector.Gathering<>(numbers, sessions, ranking, fresh, Tops::add));
    }

    private Query within(Query query, int[] page) {
        return only(query, numbers.sessions(page));
    }

    private static Query only(Query query, List<SessionId> sessions) {
        return new BooleanQuery.Builder()
                .add(query, Occur.MUST)
                .add(
                        new TermInSetQuery(
                                Fields.SESSION,
                                sessions.stream()
                                        .map(session -> new BytesRef(session.toString()))
                                        .toList()),
                        Occur.FILTER)
                .build();
    }

    /// The turns that a sieve took, kept for counting and for showing.
    private final class Sifted implements TurnCollector.TurnSink {
        private final List<Taken> taken = new ArrayList<>();
        private final Map<String, String> remark = new HashMap<>();

        private record Taken(int session, int document, int kind, long at, float score) {}

        void sift(IndexSearcher searcher, Translation wanted, Predicate<SessionId> sessions, Ranking ranking)
                throws IOException {
            var candidates = searcher.search(
                    wanted.query(),
                    new TurnCollector.Gathering<>(numbers, sessions, ranking, Candidates::new, Candidates::add));
            long end = System.nanoTime() + times.sifting().toNanos();
            var bounded = candidates.sift(searcher.storedFields(), wanted.sieve(), end, this);
            if (bounded != null) {
                remark.put("", bounded);
            }
        }

        @Override
        public void add(int session, int document, int kind, long at, float score) {
            taken.add(new Taken(session, document, kind, at, score));
        }

        <S extends TurnCollector.TurnSink> S into(S sink) {
            taken.forEach(it -> sink.add(it.session(), it.document(), it.kind(), it.at(), it.score()));
            return sink;
        }

        @Nullable
        String bounded() {
            return remark.get("");
        }
    }

    /// Reads the turns that are shown.
    private record Hits(IndexSearcher searcher, Marking wanted, long end) {

        List<Hit> of(List<Tops.Top> tops) throws IOException {
            var hits = new ArrayList<Hit>();
            for (var top : tops) {
                hits.add(of(top));
            }
            return hits;
        }

        private Hit of(Tops.Top top) throws IOException {
            var stored = searcher.storedFields().document(top.document());
            var text = Objects.requireNonNullElse(stored.get(Fields.TEXT), "");
            return new Hit(
                    turn(top.document()),
                    Kinds.kind(top.kind()),
                    top.at() == 0 ? null : Instant.ofEpochMilli(top.at()),
                    stored.get(Fields.TOOL_NAME),
                    Snippet.of(text, wanted.in(text, end)),
                    top.score());
        }

        private int turn(int document) throws IOException {
            var leaves = searcher.getIndexReader().leaves();
            var leaf = leaves.get(ReaderUtil.subIndex(document, leaves));
            var numbers = leaf.reader().getNumericDocValues(Fields.TURN);
            return numbers != null && numbers.advanceExact(document - leaf.docBase) ? (int) numbers.longValue() : 0;
        }
    }
}
