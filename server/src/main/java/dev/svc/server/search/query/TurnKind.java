package dev.svc.server.search.query;

import java.util.Optional;
import java.util.stream.Stream;

/// What sort of turn it is. An edit is a call of a tool that changed files.
public enum TurnKind {
    USER("user", "you"),
    ASSISTANT("assistant", "answer"),
    TOOL("tool"),
    EDIT("edit"),
    SYSTEM("system");

    private final String word;
    private final String otherWord;

    TurnKind(String word) {
        this(word, word);
    }

    TurnKind(String word, String otherWord) {
        this.word = word;
        this.otherWord = otherWord;
    }

    /// The word that answers carry.
    public String word() {
        return word;
    }

    /// The one that people mean by this word, in lower case.
    public static Optional<TurnKind> named(String said) {
        return Stream.of(values())
                .filter(it -> it.word.equals(said) || it.otherWord.equals(said))
                .findFirst();
    }
}
