package dev.svc.server.search.query;

import dev.svc.server.session.EngineKey;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/// Reads what people type into the search (docs/search.md). The same text means the same in every locale, and whatever
/// is not a sign of the language is a word.
public final class QueryReader {
    private static final int LONGEST = 2_000;

    private final Function<String, Optional<EngineKey>> engines;
    private final QueryTime time;

    /// With the clock of this host.
    ///
    /// @param engines the program that people mean by a key or an alias
    /// @param zone in which days begin
    public QueryReader(Function<String, Optional<EngineKey>> engines, ZoneId zone) {
        this(engines, Clock.system(zone));
    }

    /// With a clock of its own, in the time zone in which days begin.
    public QueryReader(Function<String, Optional<EngineKey>> engines, Clock clock) {
        this.engines = engines;
        this.time = new QueryTime(clock);
    }

    /// Reads a query as it was typed.
    ///
    /// @throws BadQueryException with a sentence for people when the text is not a query
    public SearchQuery read(String typed) throws BadQueryException {
        var text = new QueryText(typed);
        if (typed.length() > LONGEST) {
            throw text.refused(LONGEST, "the query is too long: it may have 2,000 characters.");
        }
        var draft = new QueryDraft(text);
        var filters = new FilterReader(engines, time, text, draft);
        var regexes = new RegexReader(text);
        while (text.skipBlanks()) {
            part(text, draft, filters, regexes);
        }
        return draft.query();
    }

    private static void part(QueryText text, QueryDraft draft, FilterReader filters, RegexReader regexes)
            throws BadQueryException {
        int start = text.position();
        boolean without = text.skipMinus();
        var key = text.key();
        if (key.isPresent()) {
            filters.read(key.get(), without);
            return;
        }
        if (text.isQuote()) {
            draft.count(start, without);
            draft.add(phrase(text), without);
            return;
        }
        var regex = regexes.read();
        if (regex.isPresent()) {
            draft.count(start, without);
            draft.add(regex.get(), without);
            return;
        }
        String word = text.word();
        boolean leftOut = without && word.codePoints().anyMatch(Character::isLetterOrDigit);
        draft.count(start, leftOut);
        draft.add(word(leftOut ? word : text.from(start)), leftOut);
    }

    private static Clause phrase(QueryText text) throws BadQueryException {
        int start = text.position();
        String words = text.quoted();
        if (words.isEmpty()) {
            throw text.refused(start, "there is nothing between two quotes: write the words that follow each other.");
        }
        return new Clause.Phrase(words);
    }

    /// An asterisk right behind a letter or digit stands for the rest of a word; anywhere else it is one (`src/*`).
    private static Clause word(String word) {
        int last = word.length() - 1;
        boolean open = last > 0 && word.indexOf('*') == last && isOfWord(word.codePointBefore(last));
        return open ? new Clause.Prefix(word.substring(0, last)) : new Clause.Word(word);
    }

    private static boolean isOfWord(int codePoint) {
        return Character.isUnicodeIdentifierPart(codePoint) && !Character.isIdentifierIgnorable(codePoint);
    }
}
