package dev.svc.server.search.query;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What can stand before a colon.
enum FilterKey {
    ROLE("user"),
    ENGINE("engine_1"),
    PROJECT("shop"),
    FOLDER("~/work/shop"),
    BRANCH("main"),
    MODEL("opus"),
    TOOL("Bash"),
    BEFORE("2026-11-01"),
    AFTER("7d"),
    IS("live");

    /// No key has more letters.
    static final int LONGEST = 7;

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String example;

    FilterKey(String example) {
        this.example = example;
    }

    static Optional<FilterKey> named(String written) {
        String word = written.toLowerCase(Locale.ROOT);
        return Stream.of(values()).filter(it -> it.word.equals(word)).findFirst();
    }

    String example() {
        return this + example;
    }

    boolean isTime() {
        return this == BEFORE || this == AFTER;
    }

    /// As people write it, with the colon.
    @Override
    public String toString() {
        return word + ":";
    }
}
