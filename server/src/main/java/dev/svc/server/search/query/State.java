package dev.svc.server.search.query;

import java.util.Optional;
import java.util.stream.Stream;

/// What a session is at the moment.
public enum State {
    LIVE("live"),
    WAITING("waiting"),
    ARCHIVED("archived"),
    FAVOURITE("favourite", "favorite"),
    SNOOZED("snoozed");

    private final String word;
    private final String otherWord;

    State(String word) {
        this(word, word);
    }

    State(String word, String otherWord) {
        this.word = word;
        this.otherWord = otherWord;
    }

    /// The one that people mean by this word, in lower case.
    static Optional<State> named(String said) {
        return Stream.of(values())
                .filter(it -> it.word.equals(said) || it.otherWord.equals(said))
                .findFirst();
    }
}
