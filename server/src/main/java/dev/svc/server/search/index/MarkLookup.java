package dev.svc.server.search.index;

import dev.svc.server.follow.FollowMark;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;

/// Reads how far each session was taken.
final class MarkLookup {
    private MarkLookup() {}

    static Optional<FollowMark> find(IndexSearcher searcher, SessionId session) throws IOException {
        var term = new Term(Fields.MARK, session.toString());
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            var reader = leaf.reader();
            var found = reader.postings(term, PostingsEnum.NONE);
            if (found != null) {
                for (int document = found.nextDoc(); document != DocIdSetIterator.NO_MORE_DOCS; ) {
                    if (isThere(reader, document)) {
                        return Optional.of(mark(reader, document));
                    }
                    document = found.nextDoc();
                }
            }
        }
        return Optional.empty();
    }

    static Set<SessionId> sessions(IndexSearcher searcher) throws IOException {
        return stamps(searcher).keySet();
    }

    /// What the store said of each session when it was taken to its end.
    static Map<SessionId, Long> stamps(IndexSearcher searcher) throws IOException {
        var stamps = new HashMap<SessionId, Long>();
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            var reader = leaf.reader();
            var marks = reader.getNumericDocValues(Fields.MARK_STAMP);
            var ids = reader.getSortedDocValues(Fields.OWNER);
            if (marks != null && ids != null) {
                while (marks.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                    if (isThere(reader, marks.docID()) && ids.advanceExact(marks.docID())) {
                        long stamp = marks.longValue();
                        SessionId.find(ids.lookupOrd(ids.ordValue()).utf8ToString())
                                .ifPresent(id -> stamps.put(id, stamp));
                    }
                }
            }
        }
        return stamps;
    }

    private static boolean isThere(LeafReader reader, int document) {
        return reader.getLiveDocs() == null || reader.getLiveDocs().get(document);
    }

    private static FollowMark mark(LeafReader reader, int document) throws IOException {
        return new FollowMark(
                (int) number(reader, document, Fields.MARK_TURNS),
                number(reader, document, Fields.MARK_GENERATION),
                number(reader, document, Fields.MARK_EXTENT),
                number(reader, document, Fields.MARK_STAMP));
    }

    private static long number(LeafReader reader, int document, String field) throws IOException {
        var values = reader.getNumericDocValues(field);
        return values != null && values.advanceExact(document) ? values.longValue() : 0;
    }
}
