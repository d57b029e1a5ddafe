package dev.svc.server.search.index;

import java.time.Duration;
import java.time.Instant;

/// How the words of a turn and its age make one number: a fuller match beats a newer one, and of two that match alike
/// the newer one is first.
record Ranking(long now) {
    /// What being said just now adds at most.
    private static final float NEWNESS = 0.25f;

    /// The age at which half of that is left.
    private static final float HALF = Duration.ofDays(30).toMillis();

    static Ranking at(Instant now) {
        return new Ranking(now.toEpochMilli());
    }

    /// What the score is at most, whenever it was said.
    static float most(float words) {
        return words * (1 + NEWNESS);
    }

    /// @param at when it was said, since 1970; 0 where nobody knows
    float score(float words, long at) {
        if (at <= 0) {
            return words;
        }
        float age = Math.max(0, now - at);
        return words * (1 + NEWNESS / (1 + age / HALF));
    }
}
