package dev.svc.server.search.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;

/// Every turn of an index, as one line, in order.
public final class Documents {
    private Documents() {}

    public static List<String> of(SearchIndex index) throws IOException {
        return index.look(Documents::of).stream().sorted().toList();
    }

    private static List<String> of(IndexSearcher searcher) throws IOException {
        var all = new ArrayList<String>();
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            var reader = leaf.reader();
            var live = reader.getLiveDocs();
            for (int document = 0; document < reader.maxDoc(); document++) {
                var sessions = reader.getSortedDocValues(Fields.OWNER);
                boolean isTurn = sessions != null
                        && sessions.advanceExact(document)
                        && number(reader, Fields.TURN, document) >= 0;
                if (isTurn && (live == null || live.get(document))) {
                    var session = sessions.lookupOrd(sessions.ordValue()).utf8ToString();
                    var text = reader.storedFields().document(document).get(Fields.TEXT);
                    all.add("%s %05d %d %s"
                            .formatted(
                                    session,
                                    number(reader, Fields.TURN, document),
                                    Fields.kind(number(reader, Fields.SAID, document)),
                                    text));
                }
            }
        }
        return all;
    }

    private static long number(org.apache.lucene.index.LeafReader reader, String field, int document)
            throws IOException {
        var values = reader.getNumericDocValues(field);
        return values != null && values.advanceExact(document) ? values.longValue() : -1;
    }
}
