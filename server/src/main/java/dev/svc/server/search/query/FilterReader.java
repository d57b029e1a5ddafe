package dev.svc.server.search.query;

import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reads the values behind a key: one, or several with commas between them, each of which may be quoted.
final class FilterReader {
    private static final String KINDS = "user (or you), assistant (or answer), tool, edit or system";
    private static final String STATES = "live, waiting, archived, favourite (or favorite) or snoozed";
    private static final int MOST_ENGINES = 99;

    private final Function<String, Optional<EngineKey>> engines;
    private final QueryTime time;
    private final QueryText text;
    private final QueryDraft draft;

    FilterReader(Function<String, Optional<EngineKey>> engines, QueryTime time, QueryText text, QueryDraft draft) {
        this.engines = engines;
        this.time = time;
        this.text = text;
        this.draft = draft;
    }

    void read(FilterKey key, boolean without) throws BadQueryException {
        one(key, without, "has no value: write it right behind the colon, such as ");
        while (!key.isTime() && text.skip(',')) {
            one(key, without, "has no value behind a comma: write it without a space, such as ");
        }
    }

    private void one(FilterKey key, boolean without, String missing) throws BadQueryException {
        int position = text.position();
        String value = value(key);
        if (value.isEmpty()) {
            throw text.refused(position, key + " " + missing + key.example() + ".");
        }
        draft.count(position, without);
        if (key.isTime()) {
            time(key, value, position, without);
        } else {
            take(key, value, position, draft.filters(without));
        }
    }

    private String value(FilterKey key) throws BadQueryException {
        if (text.isQuote()) {
            return text.quoted();
        }
        return key.isTime() ? text.word() : text.listed();
    }

    private void take(FilterKey key, String value, int position, FilterDraft filters) throws BadQueryException {
        String word = value.toLowerCase(Locale.ROOT);
        switch (key) {
            case ROLE -> filters.kind(known(TurnKind.named(word), key, value, position, KINDS));
            case IS -> filters.state(known(State.named(word), key, value, position, STATES));
            case ENGINE -> filters.engine(known(engine(value, word), key, value, position, "a program: " + programs()));
            default -> filters.text(key, value);
        }
    }

    /// Not before a time is from that time on, and the other way round.
    private void time(FilterKey key, String value, int position, boolean without) throws BadQueryException {
        Instant at = known(time.read(value), key, value, position, QueryTime.WORDS);
        if ((key == FilterKey.BEFORE) != without) {
            draft.only().before(at);
        } else {
            draft.only().after(at);
        }
    }

    private Optional<EngineKey> engine(String value, String word) {
        return engines.apply(value).or(() -> engines.apply(word));
    }

    /// Those that there are, by the one name that is never another's.
    private String programs() {
        return IntStream.rangeClosed(1, MOST_ENGINES)
                .mapToObj(number -> EngineKey.of(number).key())
                .filter(key -> engines.apply(key).isPresent())
                .collect(Collectors.joining(", ", "", " or its short name"));
    }

    private <T> T known(Optional<T> found, FilterKey key, String value, int position, String possible)
            throws BadQueryException {
        if (found.isEmpty()) {
            throw text.refused(position, key + " takes " + possible + ", not " + QueryText.named(value) + ".");
        }
        return found.get();
    }
}
