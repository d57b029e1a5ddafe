package dev.svc.server.auth.token;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// What commands of the same user on this host get from the service's own socket, so that they need no token of the
/// person's: it opens what any token could, for a day, and is kept in memory only.
public final class LocalTokens {
    private static final String ID = "local";
    private static final Duration LIFETIME = Duration.ofDays(1);

    /// Whoever asks for more has the oldest forgotten.
    private static final int MOST = 1_000;

    private final Clock clock;
    private final SecureRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    /// When each ends, by its hash.
    @GuardedBy("lock")
    private final Map<String, Instant> ends = new HashMap<>();

    public LocalTokens(Clock clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    public String make() {
        var made = TokenText.make(ID, random);
        var now = clock.instant();
        lock.lock();
        try {
            ends.values().removeIf(end -> !now.isBefore(end));
            if (ends.size() >= MOST) {
                ends.entrySet().stream()
                        .min(Map.Entry.comparingByValue())
                        .ifPresent(oldest -> ends.remove(oldest.getKey()));
            }
            ends.put(made.hash(), now.plus(LIFETIME));
        } finally {
            lock.unlock();
        }
        return made.whole();
    }

    public boolean holds(String text) {
        var sent = TokenText.find(text).filter(it -> it.id().equals(ID));
        if (sent.isEmpty()) {
            return false;
        }
        lock.lock();
        try {
            var end = ends.get(sent.get().hash());
            return end != null && clock.instant().isBefore(end);
        } finally {
            lock.unlock();
        }
    }
}
