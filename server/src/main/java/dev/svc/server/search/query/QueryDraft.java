package dev.svc.server.search.query;

import java.util.ArrayList;
import java.util.List;

/// A query as it is collected, by the one thread that reads it.
final class QueryDraft {
    private static final int MOST_PARTS = 64;

    private final QueryText text;
    private final List<Clause> all = new ArrayList<>();
    private final List<Clause> none = new ArrayList<>();
    private final FilterDraft only = new FilterDraft();
    private final FilterDraft never = new FilterDraft();
    private int parts;
    private boolean finds;

    QueryDraft(QueryText text) {
        this.text = text;
    }

    /// One more clause or value of a filter, which begins there.
    ///
    /// @param without whether a minus stands before it
    void count(int position, boolean without) throws BadQueryException {
        if (++parts > MOST_PARTS) {
            throw text.refused(
                    position,
                    "the query has too many parts: it may have " + MOST_PARTS + " words and other conditions.");
        }
        finds |= !without;
    }

    void add(Clause clause, boolean without) {
        (without ? none : all).add(clause);
    }

    FilterDraft only() {
        return only;
    }

    FilterDraft filters(boolean without) {
        return without ? never : only;
    }

    /// Nearly every turn has none of some words, so that a query of negations alone finds what nobody looks for.
    SearchQuery query() throws BadQueryException {
        if (parts == 0) {
            throw text.refused(0, "there is nothing to look for: type a word.");
        }
        if (!finds) {
            throw text.refused(0, "a query begins that only leaves things out: add a word to look for.");
        }
        return new SearchQuery(all, none, only.filters(), never.filters());
    }
}
