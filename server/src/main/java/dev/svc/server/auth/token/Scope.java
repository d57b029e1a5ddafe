package dev.svc.server.auth.token;

import java.util.Arrays;
import java.util.Optional;

/// What a token may do. None of them includes another.
public enum Scope {
    /// See sessions, conversations, changes, usage and what happens.
    READ("read"),
    /// Change what svc knows of sessions: titles, projects, favourites, the archive.
    ORGANISE("organise"),
    /// Start programs, type into them, answer what they ask, and end them.
    DRIVE("drive");

    private final String word;

    Scope(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<Scope> find(String word) {
        return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
    }
}
