package dev.svc.server.search.index;

import dev.svc.server.search.query.Clause;
import dev.svc.server.search.query.Filters;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.search.word.SearchAnalyzer;
import dev.svc.server.search.word.WordReader;
import dev.svc.shared.vital.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// A query in the words of the index: what finds turns, what sifts them, and what is marked in their texts.
///
/// @param sieve what is looked for in the texts of the turns that were found
record Translation(Query query, TextSieve sieve, Marking wanted) {
    private static final WordReader WORDS = new WordReader(SearchAnalyzer.forQuery());
    private static final WordReader WHOLES = new WordReader(SearchAnalyzer.forIndex());
    private static final Pattern PUNCTUATION = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\s]");

    static Translation of(SearchQuery asked) {
        return new Making().make(asked);
    }

    /// One translation while it is made.
    private static final class Making {
        private final BooleanQuery.Builder found = new BooleanQuery.Builder();
        private final List<Pattern> texts = new ArrayList<>();
        private final List<Pattern> never = new ArrayList<>();
        private final List<Pattern> patterns = new ArrayList<>();
        private final List<Pattern> noPatterns = new ArrayList<>();
        private final Marking.Builder wanted = new Marking.Builder();

        @OwnedBy("the making")
        private boolean scores;

        Translation make(SearchQuery asked) {
            asked.all().forEach(clause -> add(clause, Occur.MUST));
            asked.none().forEach(clause -> add(clause, Occur.MUST_NOT));
            add(asked.only(), Occur.FILTER);
            add(asked.never(), Occur.MUST_NOT);
            if (!scores) {
                // Any turn; what only says how far a session was taken has no number of one.
                found.add(new ConstantScoreQuery(new FieldExistsQuery(Fields.TURN)), Occur.MUST);
            }
            return new Translation(found.build(), new TextSieve(texts, never, patterns, noPatterns), wanted.build());
        }

        private void add(Filters filters, Occur occur) {
            if (!filters.tools().isEmpty()) {
                found.add(tools(filters.tools()), occur);
            }
            if (filters.before() != null) {
                found.add(
                        LongPoint.newRangeQuery(
                                Fields.AT, Long.MIN_VALUE, filters.before().toEpochMilli() - 1),
                        occur);
            }
            if (filters.after() != null) {
                found.add(LongPoint.newRangeQuery(Fields.AT, filters.after().toEpochMilli(), Long.MAX_VALUE), occur);
            }
        }

        private static Query tools(Set<String> names) {
            return new TermInSetQuery(
                    Fields.TOOL,
                    names.stream()
                            .map(name -> new BytesRef(name.toLowerCase(Locale.ROOT)))
                            .toList());
        }

        private void add(Clause clause, Occur occur) {
            boolean marked = occur == Occur.MUST;
            switch (clause) {
                case Clause.Word word -> addWord(word.text(), occur, marked);
                case Clause.Prefix prefix -> addPrefix(prefix.text(), occur, marked);
                case Clause.Phrase phrase -> addPhrase(phrase.text(), occur, marked);
                case Clause.Regex regex -> {
                    (marked ? patterns : noPatterns).add(regex.pattern());
                    if (marked) {
                        wanted.pattern(regex.pattern());
                    }
                }
            }
        }

        private void find(Query query, Occur occur) {
            scores = scores || occur == Occur.MUST;
            found.add(query, occur);
        }

        private void addWord(String text, Occur occur, boolean marked) {
            var words = WORDS.read(text);
            if (words.isEmpty()) {
                addLiteral(text, marked);
                return;
            }
            var parts = sequence(words, marked);
            var whole = whole(text, words.size());
            if (whole == null) {
                find(parts, occur);
                return;
            }
            if (marked) {
                wanted.word(whole);
            }
            find(
                    new BooleanQuery.Builder()
                            .add(parts, Occur.SHOULD)
                            .add(term(whole), Occur.SHOULD)
                            .build(),
                    occur);
        }

        private void addPrefix(String text, Occur occur, boolean marked) {
            var words = WORDS.read(text);
            if (words.isEmpty()) {
                addLiteral(text, marked);
                return;
            }
            var parts = words.stream().map(WordReader.Read::word).toList();
            var begun = parts.size() == 1
                    ? new PrefixQuery(new Term(Fields.TEXT, parts.getFirst()))
                    : new PrefixPhrase(parts);
            var whole = whole(text, words.size());
            if (marked) {
                wanted.begun(parts);
                if (whole != null) {
                    wanted.begun(List.of(whole));
                }
            }
            if (whole == null) {
                find(begun, occur);
                return;
            }
            find(
                    new BooleanQuery.Builder()
                            .add(begun, Occur.SHOULD)
                            .add(new PrefixQuery(new Term(Fields.TEXT, whole)), Occur.SHOULD)
                            .build(),
                    occur);
        }

        /// What is between the words counts as well where it is more than white space.
        private void addPhrase(String text, Occur occur, boolean marked) {
            var words = WORDS.read(text);
            boolean exact = PUNCTUATION.matcher(text).find();
            if (words.isEmpty() || (exact && !marked)) {
                addLiteral(text, marked);
                return;
            }
            find(sequence(words, marked && !exact), occur);
            if (exact) {
                addLiteral(text, true);
            }
        }

        private void addLiteral(String text, boolean marked) {
            var pattern = TextSieve.literally(text);
            (marked ? texts : never).add(pattern);
            if (marked) {
                wanted.pattern(pattern);
            }
        }

        private Query sequence(List<WordReader.Read> words, boolean marked) {
            if (marked) {
                wanted.sequence(words.stream().map(WordReader.Read::word).toList());
            }
            if (words.size() == 1) {
                return term(words.getFirst().word());
            }
            var phrase = new PhraseQuery.Builder();
            words.forEach(it -> phrase.add(new Term(Fields.TEXT, it.word()), it.place()));
            return phrase.build();
        }

        private static Query term(String word) {
            return new TermQuery(new Term(Fields.TEXT, word));
        }

        /// The identifier in one word, where the text is one that has parts; null where it is not.
        private static @Nullable String whole(String text, int parts) {
            if (parts < 2) {
                return null;
            }
            var first = WHOLES.read(text).getFirst();
            boolean all = first.start() == 0 && first.end() == text.length();
            return all ? first.word() : null;
        }
    }
}
