package dev.svc.server.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Keeps one of equal words: ten thousand sessions name the same few folders, branches and models, and each would bring
/// its own. May be used by several threads.
public final class Words {
    /// Where so many differ, there is nothing to gain.
    private static final int MOST = 10_000;

    private final Map<String, String> known = new ConcurrentHashMap<>();

    /// The word that came first of those that are equal to this one.
    public @Nullable String same(@Nullable String word) {
        if (word == null) {
            return null;
        }
        var first = known.get(word);
        if (first != null) {
            return first;
        }
        if (known.size() < MOST) {
            known.putIfAbsent(word, word);
        }
        return word;
    }
}
