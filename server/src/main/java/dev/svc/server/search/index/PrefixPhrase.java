package dev.svc.server.search.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/// A phrase that ends in a prefix: `retry-q*`. The prefix expands to terms of the index. Where there are too many, the
/// words match anywhere in a turn.
final class PrefixPhrase extends Query {
    private static final int MOST = 1_000;

    private final List<String> words;

    /// @param words two or more, the last one begun
    PrefixPhrase(List<String> words) {
        this.words = List.copyOf(words);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
        var ends = ends(searcher);
        if (ends.isEmpty()) {
            return new MatchNoDocsQuery("no word begins so");
        }
        return ends.size() > MOST ? anywhere() : inARow(ends);
    }

    private List<Term> ends(IndexSearcher searcher) throws IOException {
        var found = new ArrayList<Term>();
        var terms = MultiTerms.getTerms(searcher.getIndexReader(), Fields.TEXT);
        if (terms == null) {
            return found;
        }
        var prefix = new BytesRef(words.getLast());
        var each = terms.iterator();
        if (each.seekCeil(prefix) == TermsEnum.SeekStatus.END) {
            return found;
        }
        for (var term = each.term(); term != null && found.size() <= MOST; term = each.next()) {
            if (!StringHelper.startsWith(term, prefix)) {
                break;
            }
            found.add(new Term(Fields.TEXT, BytesRef.deepCopyOf(term)));
        }
        return found;
    }

    private List<Term> beginning() {
        return words.subList(0, words.size() - 1).stream()
                .map(word -> new Term(Fields.TEXT, word))
                .toList();
    }

    private Query inARow(List<Term> ends) {
        var phrase = new MultiPhraseQuery.Builder();
        beginning().forEach(phrase::add);
        return phrase.add(ends.toArray(Term[]::new)).build();
    }

    private Query anywhere() {
        var all = new BooleanQuery.Builder();
        beginning().forEach(term -> all.add(new TermQuery(term), Occur.MUST));
        return all.add(new PrefixQuery(new Term(Fields.TEXT, words.getLast())), Occur.MUST)
                .build();
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return "\"" + String.join(" ", words) + "*\"";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrefixPhrase that && words.equals(that.words);
    }

    @Override
    public int hashCode() {
        return 31 * classHash() + words.hashCode();
    }
}
