package dev.svc.server.search.index;

import dev.svc.server.search.word.SearchAnalyzer;
import dev.svc.server.search.word.WordReader;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// What a session is about: words that it says often and others seldom.
final class RareWords {
    private static final int MOST_TURNS = 200;
    private static final int MOST_CHARACTERS = 256 << 10;
    private static final int MOST_WORDS = 2_000;
    private static final int ASKED = 25;
    private static final int SHORTEST = 4;
    private static final WordReader WORDS = new WordReader(SearchAnalyzer.forQuery());

    private RareWords() {}

    /// How much a word tells of the session.
    private record Weighed(String word, float weight) {}

    /// How often the session says a word, and in how many of its turns: a word that has no others says nothing of any
    /// other session.
    private record Count(int times, int turns, int last) {
        static Count first(int turn) {
            return new Count(1, 1, turn);
        }

        Count again(int turn) {
            return new Count(times + 1, turn == last ? turns : turns + 1, turn);
        }
    }

    /// A query for them; empty where the session says nothing that another one says as well.
    static Optional<Query> of(IndexSearcher searcher, SessionId session) throws IOException {
        var weighed = weighed(searcher, counts(searcher, session));
        if (weighed.isEmpty()) {
            return Optional.empty();
        }
        var query = new BooleanQuery.Builder();
        float top = weighed.getFirst().weight();
        for (var it : weighed) {
            var term = new TermQuery(new Term(Fields.TEXT, it.word()));
            query.add(new BoostQuery(term, it.weight() / top), Occur.SHOULD);
        }
        return Optional.of(query.build());
    }

    private static List<Weighed> weighed(IndexSearcher searcher, Map<String, Count> counts) throws IOException {
        int turns = Math.max(1, searcher.getIndexReader().numDocs());
        var weighed = new ArrayList<Weighed>();
        for (var count : counts.entrySet()) {
            int frequency = searcher.getIndexReader().docFreq(new Term(Fields.TEXT, count.getKey()));
            if (frequency > count.getValue().turns()) {
                double rarity = Math.log((double) turns / frequency + 1);
                weighed.add(new Weighed(
                        count.getKey(), (float) (Math.sqrt(count.getValue().times()) * rarity)));
            }
        }
        weighed.sort(Comparator.comparingDouble(Weighed::weight).reversed().thenComparing(Weighed::word));
        return weighed.subList(0, Math.min(ASKED, weighed.size()));
    }

    private static Map<String, Count> counts(IndexSearcher searcher, SessionId session) throws IOException {
        var found = searcher.search(new TermQuery(new Term(Fields.SESSION, session.toString())), MOST_TURNS);
        var counts = new HashMap<String, Count>();
        int characters = 0;
        for (var turn : found.scoreDocs) {
            if (characters > MOST_CHARACTERS || counts.size() > MOST_WORDS) {
                break;
            }
            var text = Objects.requireNonNullElse(
                    searcher.storedFields()
                            .document(turn.doc, Set.of(Fields.TEXT))
                            .get(Fields.TEXT),
                    "");
            characters += text.length();
            int place = turn.doc;
            for (var it : WORDS.read(text.substring(0, Math.min(text.length(), MOST_CHARACTERS)))) {
                if (it.word().length() >= SHORTEST && !isNumber(it.word())) {
                    counts.merge(it.word(), Count.first(place), (known, _) -> known.again(place));
                }
            }
        }
        return counts;
    }

    private static boolean isNumber(String word) {
        return word.chars().allMatch(Character::isDigit);
    }
}
